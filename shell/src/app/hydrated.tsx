import { useEffect } from 'react'

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
