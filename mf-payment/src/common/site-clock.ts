import { useApiQuery } from '@awards/shared/client'
import { entries } from '@awards/shared/contract'
import { useCallback, useSyncExternalStore } from 'react'

const SECOND = 1000

/** Every second, and at once when a machine that slept is looked at again. */
function everySecond(tick: () => void) {
  const timer = setInterval(tick, SECOND)
  document.addEventListener('visibilitychange', tick)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}

/** The server's clock and the dates of the edition. The page works without them, so a failure shows no toast. */
export const useSiteTime = () =>
  useApiQuery(entries.registrationTime, {}, { skipErrorHandler: true })

/** How far the server's clock is ahead of this one, so that a wrong clock here does not matter. */
function useAhead(): number {
  const { data, fulfilledTimeStamp } = useSiteTime()
  return data && fulfilledTimeStamp ? Date.parse(data.server_now) - fulfilledTimeStamp : 0
}

/** Derives a value from the server's present time; re-renders when the value changes. */
export function useFromNow<T extends string | number | boolean>(read: (now: number) => T): T {
  const ahead = useAhead()
  const snapshot = useCallback(() => read(Date.now() + ahead), [read, ahead])
  return useSyncExternalStore(everySecond, snapshot)
}

/** Whole seconds until a moment, zero once it has passed. */
export const useSecondsUntil = (moment: string): number =>
  useFromNow(
    useCallback(
      (now: number) => Math.max(0, Math.ceil((Date.parse(moment) - now) / SECOND)),
      [moment],
    ),
  )

/** Whether a moment has passed; one that is not known yet has not. */
export const useIsPast = (moment: string | undefined): boolean =>
  useFromNow(
    useCallback((now: number) => moment !== undefined && Date.parse(moment) <= now, [moment]),
  )
