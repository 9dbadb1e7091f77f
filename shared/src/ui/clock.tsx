import { siteConfiguration } from '@awards/shared/client'
import { formatDate, useLanguage } from '@awards/shared/i18n'
import { useCallback, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './countdown.module.css'

const SECOND = 1000

/** Ticks every second, and at once when a tab whose timers stood still is looked at again. */
function everySecond(tick: () => void) {
  const timer = setInterval(tick, SECOND)
  document.addEventListener('visibilitychange', tick)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}

type ServerClock = {
  /** The server's time as its answer gives it; without one this machine's clock counts. */
  serverNow?: string | undefined
  /** When the answer came, on this machine's clock; by default when it was first read here. */
  receivedAt?: number | undefined
}

/** When the last answers without `receivedAt` were first read in this tab, by the server's time in them. */
const firstRead = new Map<string, number>()
const MAX_REMEMBERED = 50

/** How many milliseconds the server's clock is ahead of this machine's. */
function clockOffset({ serverNow, receivedAt }: ServerClock): number {
  if (!serverNow) return 0
  const at = receivedAt ?? firstReadOf(serverNow)
  return Date.parse(serverNow) - at
}

function firstReadOf(serverNow: string): number {
  const known = firstRead.get(serverNow)
  if (known !== undefined) return known
  const now = Date.now()
  // The oldest goes, so that neither a long visit nor the server's renderer collects them.
  const [oldest] = firstRead.keys()
  if (oldest !== undefined && firstRead.size >= MAX_REMEMBERED) firstRead.delete(oldest)
  firstRead.set(serverNow, now)
  return now
}

/**
 * Derives a value from the present time on the server's clock, so that a wrong clock here does not
 * matter; re-renders when the value changes. `onServer` is the value in HTML that the server makes,
 * and in the browser until React has hydrated that HTML.
 */
export function useServerTime<T extends string | number | boolean | undefined>(
  read: (now: number) => T,
  clock: ServerClock,
  onServer?: () => T,
): T {
  const offset = clockOffset(clock)
  const snapshot = useCallback(() => read(Date.now() + offset), [read, offset])
  return useSyncExternalStore(everySecond, snapshot, onServer ?? snapshot)
}

/** The second in which a moment lies, in milliseconds: the present time as a value that holds for a second. */
const wholeSecond = (now: number): number => Math.floor(now / SECOND) * SECOND

/** The present moment in milliseconds, moving on every second, on the server's clock if it is known. */
export const useNow = (serverNow?: string): number => useServerTime(wholeSecond, { serverNow })

/**
 * Counts seconds down to zero by the clock, once told to wait: a sleeping tab's timers stand still, its wait does not.
 */
export function useSecondsLeft(): [number, (seconds: number) => void] {
  const [end, setEnd] = useState(0)
  const [now, setNow] = useState(0)
  const left = Math.max(0, Math.ceil((end - now) / SECOND))
  const isWaiting = left > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [isWaiting])
  const wait = useCallback((seconds: number) => {
    const begin = Date.now()
    setNow(begin)
    setEnd(begin + seconds * SECOND)
  }, [])
  return [left, wait]
}

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
