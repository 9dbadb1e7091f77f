import { siteConfiguration } from '@awards/shared/client'
import { formatDate, useLanguage } from '@awards/shared/i18n'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useClock } from './countdown-clock.ts'
import styles from './countdown.module.css'
import { remaining } from './remaining.ts'

type CountdownProps = {
  /** The moment it counts to. */
  until: string
  /** The server's clock when the page was made, so that a wrong clock here does not matter. */
  serverNow?: string
  /** Shown instead once the moment has passed. */
  over?: ReactNode
}

const UNITS = ['days', 'hours', 'minutes', 'seconds'] as const

/**
 * Days, hours, minutes and seconds to a deadline; screen readers get the days and hours alone. Until
 * it runs, and where nothing runs, the deadline itself stands in the same place.
 */
export function Countdown({ until, serverNow, over = null }: CountdownProps) {
  const { t } = useTranslation('shared')
  const language = useLanguage()
  const now = useClock(serverNow)
  const left = now === undefined ? undefined : remaining(Date.parse(until) - now)
  if (now !== undefined && !left) return <>{over}</>
  const deadline = formatDate(until, language, siteConfiguration().time_zone, 'datetime')
  return (
    <div
      className={styles.countdown}
      role="img"
      aria-label={
        left
          ? t('countdown.label', {
              days: t('countdown.days', { count: left.days }),
              hours: t('countdown.hours', { count: left.hours }),
            })
          : deadline
      }
    >
      {UNITS.map((unit) => (
        <span key={unit} className={styles.part}>
          <span className={left ? styles.value : styles.waiting}>
            {left && String(left[unit]).padStart(2, '0')}
          </span>
          <span className={styles.unit}>{t(`countdown.unit.${unit}`)}</span>
        </span>
      ))}
      <time className={styles.deadline} dateTime={until}>
        {deadline}
      </time>
    </div>
  )
}
