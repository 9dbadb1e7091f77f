import { useEffect, useRef, type RefObject } from 'react'

/**
 * Whether the focus is inside an element, or nowhere: what had it is gone. Only then may an answer of the server move
 * it; whoever has gone on meanwhile would write into another field than they look at.
 */
export function holdsFocus(element: Element | null): boolean {
  const { activeElement, body } = document
  return activeElement === body || (element?.contains(activeElement) ?? false)
}

const STOPS = 'a[href], button, input, summary'
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** Elements that this module took out of the order of the tab key, as against those that never were in it. */
const taken = new WeakSet<HTMLElement>()

const isStop = (element: HTMLElement) =>
  (element.tabIndex >= 0 || taken.has(element)) &&
  !element.matches(':disabled') &&
  // What opens below a button of the group is no part of the row.
  !element.matches('details > :not(summary) *, [data-roving-free] *') &&
  // The button that empties an empty field is there, and takes no focus.
  (element.checkVisibility?.({ visibilityProperty: true }) ?? true)

const stopsOf = (group: HTMLElement) =>
  [...group.querySelectorAll<HTMLElement>(STOPS)].filter(isStop)

/** Leaves one stop of the tab key in the group. */
function settle(group: HTMLElement, wanted?: HTMLElement | null) {
  const stops = stopsOf(group)
  const current =
    stops.find((stop) => stop === wanted) ??
    stops.find((stop) => stop === document.activeElement) ??
    stops.find((stop) => stop.ariaCurrent !== null && stop.ariaCurrent !== 'false') ??
    stops[0]
  for (const stop of stops) {
    taken.add(stop)
    const tabIndex = stop === current ? 0 : -1
    if (stop.tabIndex !== tabIndex) stop.tabIndex = tabIndex
  }
  return current
}

/** In a field the arrows move the caret first; a list that is open and a group of radios keep them. */
function isForField(target: HTMLElement, step: number): boolean {
  if (target.ariaExpanded === 'true') return true
  if (!(target instanceof HTMLInputElement)) return false
  if (target.type === 'radio') return true
  if (target.selectionStart !== target.selectionEnd) return true
  return target.selectionStart !== (step > 0 ? target.value.length : 0)
}

/**
 * One stop of the tab key for a row of links, buttons and fields (toolbar pattern of WAI-ARIA): left and right go from
 * one to the next, and the row remembers where one was.
 */
export function useRoving<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null)
  useEffect(() => {
    const group = ref.current
    if (!group) return
    let current = settle(group)
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) current = settle(group, target.closest<HTMLElement>(STOPS))
    }
    const onKey = (event: KeyboardEvent) => {
      const step = STEPS[event.key]
      const { target } = event
      if (!step || event.defaultPrevented || !(target instanceof HTMLElement)) return
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const stops = stopsOf(group)
      const from = stops.indexOf(target)
      if (from < 0 || isForField(target, step)) return
      event.preventDefault()
      stops.at((from + step) % stops.length)?.focus()
    }
    // Rows change with the filters: what comes is no further stop.
    const observer = new MutationObserver(() => (current = settle(group, current)))
    observer.observe(group, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    group.addEventListener('focusin', onFocus)
    group.addEventListener('keydown', onKey)
    return () => {
      observer.disconnect()
      group.removeEventListener('focusin', onFocus)
      group.removeEventListener('keydown', onKey)
    }
  }, [])
  return ref
}
