const LINE = '[data-entry]'

/** The entry whose line has the focus. */
export const lineInFocus = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>(LINE)?.dataset['entry']

/** Moves the focus to the line after or before; without one, to the first. */
export function goOn(step: 1 | -1) {
  const lines = [...document.querySelectorAll<HTMLElement>(LINE)]
  const at = lines.findIndex((line) => line.contains(document.activeElement))
  const next = at === -1 ? lines[0] : lines[at + step]
  next?.querySelector<HTMLElement>('button')?.focus()
}
