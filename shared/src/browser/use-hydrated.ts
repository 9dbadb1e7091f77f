import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * False during server rendering and hydration, true afterwards. Content that only this browser knows, such as the
 * signed-in user, renders after hydration, so that both renderings agree.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
