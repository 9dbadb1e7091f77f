import { useApiQuery } from '@awards/shared/client'
import { entries } from '@awards/shared/contract'
import { useServerTime } from '@awards/shared/ui'
import { useCallback } from 'react'

const SECOND = 1000

/** The server's clock and the dates of the edition. The page works without them, so a failure shows no toast. */
export const useSiteTime = () =>
  useApiQuery(entries.registrationTime, {}, { skipErrorHandler: true })

/** Derives a value from the server's present time; re-renders when the value changes. */
export function useFromNow<T extends string | number | boolean>(read: (now: number) => T): T {
  const { data, fulfilledTimeStamp } = useSiteTime()
  return useServerTime(read, { serverNow: data?.server_now, receivedAt: fulfilledTimeStamp })
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
