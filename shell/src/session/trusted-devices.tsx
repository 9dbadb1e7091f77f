import type { DeviceRow } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { deviceName } from './device-name.ts'
import { useDevicesQuery, useForgetDevicesMutation } from './session.api.ts'
import styles from './trusted-devices.module.css'

/** Where a juror signs in without a code, and how to end that. */
export function TrustedDevices() {
  const { t } = useTranslation('shell')
  const { data: devices = [] } = useDevicesQuery()
  if (devices.length === 0) return null
  return (
    <section className={styles.devices}>
      <h2 className={styles.title}>{t('session.devicesTitle')}</h2>
      <p>{t('session.devicesText')}</p>
      <ul className={styles.list}>
        {devices.map((device) => (
          <Device key={device.id} device={device} />
        ))}
      </ul>
    </section>
  )
}

function Device({ device }: { device: DeviceRow }) {
  const { t } = useTranslation('shell')
  const { message } = App.useApp()
  const format = useFormat()
  const [forget, { isLoading }] = useForgetDevicesMutation()
  const name = deviceName(device.user_agent) ?? t('session.unknownDevice')
  const used = t('session.deviceUsed', {
    used: format.date(device.last_used_at),
    until: format.date(device.expires_at),
  })
  const end = async () => {
    const result = await forget({ device_id: device.id })
    if ('data' in result) void message.success(t('session.deviceForgotten', { name }))
  }
  return (
    <li className={styles.device}>
      <div>
        <p className={styles.name}>
          {device.is_current ? t('session.thisDevice', { name }) : name}
        </p>
        <p className={styles.facts}>{used}</p>
      </div>
      <Button loading={isLoading} onClick={end} aria-label={t('session.forgetDeviceOf', { name })}>
        {t('session.forgetDevice')}
      </Button>
    </li>
  )
}
