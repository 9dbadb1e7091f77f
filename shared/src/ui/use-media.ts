import { useCallback, useSyncExternalStore } from 'react'

/** Below this width a table becomes cards. */
export const NARROW = '(max-width: 63.99rem)'

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
