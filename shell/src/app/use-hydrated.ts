import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * False while the page is what the server rendered, and true from then on. What only this browser
 * knows, who is signed in for instance, is shown after that, so that both renderings agree.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
