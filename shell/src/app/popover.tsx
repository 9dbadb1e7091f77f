import type { KeyboardEvent, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './popover.module.css'
import { useDismiss } from './use-dismiss.ts'

type PopoverProps = {
  /** Name of the button; begins with what is written on it. */
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
