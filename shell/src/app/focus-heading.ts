import { LOAD_BUDGET_MS } from '@awards/shared/releases'

/** A heading that comes within this time is what the visitor went to, whatever has the focus by then. */
const PATIENCE_MS = 3_000

const hasNobody = () => document.activeElement === null || document.activeElement === document.body

/**
 * Moves the focus to the page's h1 as soon as there is one; a late one does not take the focus from another element.
 * Answers how to stop waiting.
 */
export function focusHeading(): () => void {
  const start = Date.now()
  let frame = 0
  const attempt = () => {
    const waited = Date.now() - start
    const heading = document.querySelector<HTMLElement>('main h1:not([data-waiting])')
    if (heading) {
      if (waited > PATIENCE_MS && !hasNobody()) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    } else if (waited < LOAD_BUDGET_MS) {
      frame = requestAnimationFrame(attempt)
    }
  }
  frame = requestAnimationFrame(attempt)
  return () => cancelAnimationFrame(frame)
}
