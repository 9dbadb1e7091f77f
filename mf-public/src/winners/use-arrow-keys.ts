import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

type Neighbour = { to: string; state?: unknown } | null

const BUSY = 'input, select, textarea, [contenteditable], [role="slider"], [role="menu"]'
const DIALOG = 'dialog[open], [role="dialog"], [aria-modal="true"]'

/** True where an arrow key belongs to something else than the page: a field, a dialog, a zoomed view. */
const isTaken = (event: KeyboardEvent) =>
  event.defaultPrevented ||
  event.altKey ||
  event.ctrlKey ||
  event.metaKey ||
  event.shiftKey ||
  (event.target instanceof Element && event.target.closest(BUSY) !== null) ||
  document.querySelector(DIALOG) !== null ||
  (window.visualViewport?.scale ?? 1) > 1

/** Leads to the page before with the left arrow key, to the one after with the right. */
export function useArrowKeys(previous: Neighbour, next: Neighbour) {
  const navigate = useNavigate()
  useEffect(() => {
    const go = (event: KeyboardEvent) => {
      const neighbour = { ArrowLeft: previous, ArrowRight: next }[event.key]
      if (!neighbour || isTaken(event)) return
      event.preventDefault()
      void navigate(neighbour.to, { state: neighbour.state })
    }
    document.addEventListener('keydown', go)
    return () => document.removeEventListener('keydown', go)
  }, [navigate, previous, next])
}
