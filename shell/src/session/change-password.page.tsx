import { storeToken, useApiMutation, useApiQuery } from '@awards/shared/client'
import { account, type DeviceRow, session } from '@awards/shared/contract'
import { ChangePasswordForm as Rules, needsStepUp } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { useCurrentUser } from '@awards/shared/session'
import { zodRule } from '@awards/shared/ui'
import { App, Button, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import { NewPasswordField, PasswordInput } from './password-fields.tsx'
import { SplitScreen } from './split-screen.tsx'
import { deviceOf } from '@awards/shared/browser/device'
import styles from './change-password.page.module.css'
import { useSubmit } from './use-submit.ts'

/** Where a juror signs in without a code, and how to end that. */
function TrustedDevices() {
  const { t } = useTranslation('shell')
  const { data: devices = [] } = useApiQuery(account.devices)
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
  const [forget, { isLoading }] = useApiMutation(account.forgetDevices)
  const { browser, system } = deviceOf(device.user_agent)
  const name = [browser, system].filter(Boolean).join(' · ') || t('session.unknownDevice')
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

type Values = z.input<typeof Rules>

/** /changepassword: the session here goes on with a new token, all others end. */
export function Component() {
  const { t } = useTranslation('shell')
  const [form] = Form.useForm<Values>()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const user = useCurrentUser()
  const own = user ? [user.email, user.first_name, user.last_name] : []
  const [change, { isLoading }] = useApiMutation(session.changePassword)
  const submit = useSubmit(
    form,
    (values: Values) => change({ ...values, password_confirmation: values.password }).unwrap(),
    ({ token }) => {
      storeToken(token)
      void message.success(t('session.changeDone'))
      if (user) void navigate(user.home_route)
    },
  )
  return (
    <SplitScreen title={t('session.changeTitle')} lead={t('session.changeLead')}>
      <Form
        form={form}
        name="change"
        layout="vertical"
        requiredMark={false}
        validateTrigger="onBlur"
        scrollToFirstError={{ focus: true }}
        onFinish={submit}
      >
        {/* Lets a password manager know whose password this is. */}
        <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <Form.Item
          name="old_password"
          label={t('session.oldPassword')}
          rules={[zodRule(Rules.shape.old_password)]}
        >
          <PasswordInput autoComplete="current-password" />
        </Form.Item>
        <NewPasswordField label={t('session.newPassword')} own={own} />
        <Button type="primary" htmlType="submit" size="large" block loading={isLoading}>
          {t('session.submitChange')}
        </Button>
      </Form>
      {user && needsStepUp(user.identity) ? <TrustedDevices /> : null}
    </SplitScreen>
  )
}
