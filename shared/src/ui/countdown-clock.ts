import { useCallback, useSyncExternalStore } from 'react'

const SECOND = 1000

const everySecond = (tick: () => void) => {
  const timer = setInterval(tick, SECOND)
  return () => clearInterval(timer)
}

/** How far the server's clock was ahead of this one when its word of the time was first seen. */
const ahead = new Map<string, number>()

function aheadBy(serverNow: string | undefined): number {
  if (!serverNow) return 0
  const known = ahead.get(serverNow)
  if (known !== undefined) return known
  const measured = Date.parse(serverNow) - Date.now()
  ahead.set(serverNow, measured)
  return measured
}

/**
 * The present moment in milliseconds, moving on every second. Undefined in HTML that was made on the
 * server, and in the browser until that HTML has been taken over.
 */
export const useClock = (serverNow?: string): number | undefined =>
  useSyncExternalStore(
    everySecond,
    useCallback(() => Math.floor((Date.now() + aheadBy(serverNow)) / SECOND) * SECOND, [serverNow]),
    () => undefined,
  )
