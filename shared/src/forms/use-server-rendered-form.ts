import { useEffect, useRef, type RefObject } from 'react'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const CONTROLS = 'input, select, textarea'

/** Whether a field differs from what the server has sent; a select without a default starts with its first option. */
function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const sent = [...control.options].findIndex(({ defaultSelected }) => defaultSelected)
    return control.selectedIndex !== Math.max(sent, 0)
  }
  return control.type === 'checkbox' || control.type === 'radio'
    ? (control as HTMLInputElement).checked !== (control as HTMLInputElement).defaultChecked
    : control.value !== control.defaultValue
}

/** Whether the visitor has typed, chosen or ticked anything in an element since the document came. */
function hasChanges(root: HTMLElement): boolean {
  const controls = [...root.querySelectorAll<Control>(CONTROLS)]
  if (root.matches(CONTROLS)) controls.push(root as Control)
  return controls.some(isChanged)
}

/**
 * Reads what was typed, chosen or ticked before hydration. Hydration leaves the fields of the document as they are, and
 * React reports no change of them: `onChanged` gets the form (or the field) once, before the next rendering, where it
 * differs from what the server has sent. It runs as an effect and no earlier: the router ignores an address that it is
 * led to in the layout effects of the first rendering.
 */
export function useServerRenderedForm<E extends HTMLElement = HTMLFormElement>(
  onChanged: (form: E) => void,
): RefObject<E | null> {
  const form = useRef<E>(null)
  const first = useRef(onChanged)
  useEffect(() => {
    const { current } = form
    if (current && hasChanges(current)) first.current(current)
  }, [])
  return form
}
