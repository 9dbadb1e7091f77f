import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './countdown.module.css'
import { remaining } from './remaining.ts'
import { useNow } from './use-now.ts'

type CountdownProps = {
  /** The moment it counts to. */
  until: string
  /** The server's clock when the page was made, so that a wrong clock here does not matter. */
  serverNow?: string
  /** Shown instead once the moment has passed. */
  over?: ReactNode
}

/** Days, hours, minutes and seconds to a deadline; screen readers get the days and hours alone. */
export function Countdown({ until, serverNow, over = null }: CountdownProps) {
  const { t } = useTranslation('shared')
  const left = remaining(Date.parse(until) - useNow(serverNow))
  if (!left) return <>{over}</>
  const parts = (['days', 'hours', 'minutes', 'seconds'] as const).map((unit) => ({
    unit,
    value: left[unit],
  }))
  return (
    <div
      className={styles.countdown}
      role="img"
      aria-label={t('countdown.label', {
        days: t('countdown.days', { count: left.days }),
        hours: t('countdown.hours', { count: left.hours }),
      })}
    >
      {parts.map(({ unit, value }) => (
        <span key={unit} className={styles.part}>
          <span className={styles.value}>{String(value).padStart(2, '0')}</span>
          <span className={styles.unit}>{t(`countdown.unit.${unit}`)}</span>
        </span>
      ))}
    </div>
  )
}
