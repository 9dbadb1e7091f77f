import { useTranslation } from 'react-i18next'
import styles from './common.module.css'
import { useServerTime, VisuallyHidden } from '@awards/shared/ui'
import { useCallback } from 'react'
import { useApiQuery } from '@awards/shared/client'
import { entries } from '@awards/shared/contract'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** The server's clock and the dates of the edition. The page works without them, so a failure shows no toast. */
export const useSiteTime = () =>
  useApiQuery(entries.registrationTime, {}, { skipErrorHandler: true })

/** Derives a value from the server's present time; re-renders when the value changes. */
function useFromNow<T extends string | number | boolean>(read: (now: number) => T): T {
  const { data, fulfilledTimeStamp } = useSiteTime()
  return useServerTime(read, { serverNow: data?.server_now, receivedAt: fulfilledTimeStamp })
}

/** Whole seconds until a moment, zero once it has passed. */
const useSecondsUntil = (moment: string): number =>
  useFromNow(
    useCallback(
      (now: number) => Math.max(0, Math.ceil((Date.parse(moment) - now) / SECOND_MS)),
      [moment],
    ),
  )

/** Whether a moment has passed; one that is not known yet has not. */
export const useIsPast = (moment: string | undefined): boolean =>
  useFromNow(
    useCallback((now: number) => moment !== undefined && Date.parse(moment) <= now, [moment]),
  )

/** Minutes at which the time left is read out; between them a screen reader is left in peace. */
const MARKS = [1, 2, 5, 10]

/** The smallest mark that has been reached, in minutes; zero while none has. */
const markReached = (left: number): number =>
  MARKS.find((minutes) => left <= minutes * MINUTE_MS) ?? 0

/** Announces the time left to screen readers at a few marks, politely. */
export function TimeAnnouncer({ until }: { until: string }) {
  const { t } = useTranslation('payment')
  const mark = useFromNow(
    useCallback(
      (now: number) => {
        const left = Date.parse(until) - now
        return left > 0 ? markReached(left) : 0
      },
      [until],
    ),
  )
  return (
    <VisuallyHidden>
      <span role="status">{mark > 0 && t('time.mark', { count: mark })}</span>
    </VisuallyHidden>
  )
}

const MINUTE_SECONDS = 60

/** Countdown in minutes and seconds; role=timer, so screen readers do not announce each tick. */
export function TimeLeft({ until }: { until: string }) {
  const { t } = useTranslation('payment')
  const seconds = useSecondsUntil(until)
  const minutes = Math.floor(seconds / MINUTE_SECONDS)
  const rest = String(seconds % MINUTE_SECONDS).padStart(2, '0')
  return (
    <span className={styles.time} role="timer" aria-label={t('time.left', { count: minutes })}>
      {minutes}:{rest}
    </span>
  )
}
