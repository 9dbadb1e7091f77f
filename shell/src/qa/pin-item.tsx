import { pinnedChannel, type Pin } from '@awards/shared/platform'
import { useTranslation } from 'react-i18next'
import styles from './pin-item.module.css'
import { pinProblemOf } from './pins.ts'
import { resolvedVersion, useRemoteState } from './use-remote-state.ts'

/** One pin: the part, the release that it is held at, and in words why it is not. */
export function PinItem({ pin }: { pin: Pin }) {
  const { t } = useTranslation('qa')
  const state = useRemoteState(pin.name)
  const channel = pinnedChannel(pin)
  const problem = pinProblemOf(pin.name) ?? (state.status === 'failed' ? 'failed' : undefined)
  const version = channel ? resolvedVersion(pin.name, state) : pin.at
  return (
    <li className={problem ? styles.broken : styles.pin}>
      <span className={styles.name}>
        {pin.name}
        {version && `@${version}`}
      </span>
      {channel && (
        <span className={styles.detail}>
          {t('badge.follows', { channel: t(`channel.${channel}`) })}
        </span>
      )}
      {problem && <span className={styles.detail}>{t(`problem.${problem}`)}</span>}
    </li>
  )
}
