import { useTranslation } from 'react-i18next'
import { useSecondsUntil } from './site-clock.ts'
import styles from './time-left.module.css'

const MINUTE = 60

/** Minutes and seconds to a moment; read out only when somebody asks for it. */
export function TimeLeft({ until }: { until: string }) {
  const { t } = useTranslation('payment')
  const seconds = useSecondsUntil(until)
  const minutes = Math.floor(seconds / MINUTE)
  const rest = String(seconds % MINUTE).padStart(2, '0')
  return (
    <span className={styles.time} role="timer" aria-label={t('time.left', { count: minutes })}>
      {minutes}:{rest}
    </span>
  )
}
