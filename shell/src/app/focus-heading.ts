const PATIENCE_MS = 3000

/** Moves the focus to the page's h1 as soon as there is one. Answers how to stop waiting. */
export function focusHeading(): () => void {
  const deadline = Date.now() + PATIENCE_MS
  let frame = 0
  const attempt = () => {
    const heading = document.querySelector<HTMLElement>('main h1:not([data-waiting])')
    if (heading) {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    } else if (Date.now() < deadline) {
      frame = requestAnimationFrame(attempt)
    }
  }
  frame = requestAnimationFrame(attempt)
  return () => cancelAnimationFrame(frame)
}
