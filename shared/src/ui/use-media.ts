import { useCallback, useSyncExternalStore } from 'react'
import { below } from '../theme/breakpoints.ts'

/** Below this width a table becomes cards. */
export const NARROW = below('desktop')

/** Whether a media query holds, and again whenever that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
