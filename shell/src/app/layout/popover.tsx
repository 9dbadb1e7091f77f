import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { Icon } from './icon.tsx'
import styles from './popover.module.css'

/**
 * The ref for a `<details>` that is used as a menu. It is closed with Escape, by a press or the focus outside of it, and
 * when another page is opened.
 */
function useDismiss() {
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
    const escape = (event: globalThis.KeyboardEvent) => {
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

type PopoverProps = {
  /** Name of the button; begins with its visible text. */
  label: string
  trigger: ReactNode
  /** A list of links and buttons. */
  children: ReactNode
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** The arrow keys go through the choices as the tab key does, and around the end. */
function move(event: KeyboardEvent<HTMLDetailsElement>) {
  const step = STEPS[event.key]
  if (!step || !event.currentTarget.open) return
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('ul :is(a, button)')]
  const from = choices.findIndex((choice) => choice === document.activeElement)
  const next = from < 0 ? (step > 0 ? 0 : choices.length - 1) : from + step
  event.preventDefault()
  choices.at(next % choices.length)?.focus()
}

/** A button of the header with choices below it. It opens without JavaScript too. */
export function Popover({ label, trigger, children }: PopoverProps) {
  const details = useDismiss()
  return (
    <details ref={details} className={styles.popover} onKeyDown={move}>
      <summary className={styles.trigger} aria-label={label}>
        {trigger}
        <span className={styles.chevron}>
          <Icon name="chevron" size={14} />
        </span>
      </summary>
      <div className={styles.panel}>{children}</div>
    </details>
  )
}
