import { useEffect } from 'react'

/** The first script of a page waits for it by this name too (shell/src/start). */
const TAKEN_OVER = 'taken-over'

/** Stands beside the page, which may be taken over later than what surrounds it, and says that it is. */
export function TakenOver() {
  useEffect(() => {
    window.dispatchEvent(new Event(TAKEN_OVER))
  }, [])
  return null
}

/** Calls once the page answers. */
export const whenTakenOver = (work: () => void) =>
  window.addEventListener(TAKEN_OVER, work, { once: true })
