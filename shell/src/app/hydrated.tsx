import { useSyncExternalStore, useEffect } from 'react'

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

/** The first script of a page waits for it by this name too (shell/src/start). */
const HYDRATED = 'hydrated'

/** Stands beside the page, which may be taken over later than what surrounds it, and says that it is. */
export function Hydrated() {
  useEffect(() => {
    window.dispatchEvent(new Event(HYDRATED))
  }, [])
  return null
}

/** Calls once the page answers. */
export const onHydrated = (work: () => void) =>
  window.addEventListener(HYDRATED, work, { once: true })
