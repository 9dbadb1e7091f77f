import { useNow } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './time-left.module.css'

const SECOND = 1000
const MINUTE = 60

/** Minutes and seconds to a moment; read out only when somebody asks for it. */
export function TimeLeft({ until }: { until: string }) {
  const { t } = useTranslation('payment')
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - useNow()) / SECOND))
  const minutes = Math.floor(seconds / MINUTE)
  const rest = String(seconds % MINUTE).padStart(2, '0')
  return (
    <span className={styles.time} role="timer" aria-label={t('time.left', { minutes })}>
      {minutes}:{rest}
    </span>
  )
}
