/**
 * Whether the focus is inside an element, or nowhere: what had it is gone. Only then may an answer of the server move it;
 * whoever has gone on meanwhile would write into another field than they look at.
 */
export function holdsFocus(element: Element | null): boolean {
  const { activeElement, body } = document
  return activeElement === body || (element?.contains(activeElement) ?? false)
}
