import { siteConfiguration } from '@awards/shared/client'
import { formatDate, useLanguage } from '@awards/shared/i18n'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerTime, wholeSecond } from './clock.ts'
import styles from './countdown.module.css'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A span of time in days, hours, minutes and seconds; undefined once it is over. */
function remaining(milliseconds: number) {
  if (!(milliseconds > 0)) return undefined
  return {
    days: Math.floor(milliseconds / DAY),
    hours: Math.floor((milliseconds % DAY) / HOUR),
    minutes: Math.floor((milliseconds % HOUR) / MINUTE),
    seconds: Math.floor((milliseconds % MINUTE) / SECOND),
  }
}

type CountdownProps = {
  /** The moment it counts to. */
  until: string
  /** The server's clock when the page was made, so that a wrong clock here does not matter. */
  serverNow?: string
  /** Shown instead once the moment has passed. */
  over?: ReactNode
}

/** HTML made on the server shows the deadline itself: a time left would be wrong when it is read. */
const notYet = () => undefined

const UNITS = ['days', 'hours', 'minutes', 'seconds'] as const

/**
 * Days, hours, minutes and seconds to a deadline; screen readers get the days and hours alone. Until
 * it runs, and where nothing runs, the deadline itself stands in the same place.
 */
export function Countdown({ until, serverNow, over = null }: CountdownProps) {
  const { t } = useTranslation('shared')
  const language = useLanguage()
  const now = useServerTime<number | undefined>(wholeSecond, { serverNow }, notYet)
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
