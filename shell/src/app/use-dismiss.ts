import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * The ref for a `<details>` that is used as a menu. It is closed with Escape, by a press or the focus outside of it, and
 * when another page is opened.
 */
export function useDismiss() {
  const details = useRef<HTMLDetailsElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    if (details.current) details.current.open = false
  }, [pathname])
  useEffect(() => {
    const element = details.current
    if (!element) return
    const isOutside = ({ target }: Event) => target instanceof Node && !element.contains(target)
    const leave = (event: Event) => {
      if (element.open && isOutside(event)) element.open = false
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !element.open) return
      const hadFocus = element.contains(document.activeElement)
      element.open = false
      if (hadFocus) element.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', escape)
    }
  }, [])
  return details
}
