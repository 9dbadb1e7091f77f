import { useSyncExternalStore, useEffect } from 'react'

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

/** Event on the window; the first script of a page listens to it too (shell/src/start). */
const HYDRATED = 'hydrated'

/** Dispatches the event once the page beside it is hydrated, which may be later than its layout. */
export function Hydrated() {
  useEffect(() => {
    window.dispatchEvent(new Event(HYDRATED))
  }, [])
  return null
}

/** Runs `work` once the page is hydrated. */
export const onHydrated = (work: () => void) =>
  window.addEventListener(HYDRATED, work, { once: true })
