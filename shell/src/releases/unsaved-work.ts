/**
 * True while some page holds work that a reload would lose. Such a page listens to `beforeunload` and
 * prevents it (`useUnsavedWork`); asking is the same event, sent by hand.
 */
export const hasUnsavedWork = (): boolean =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Loads the document anew, unless work would be lost; says whether it does. */
export function reloadWhenSaved(): boolean {
  if (hasUnsavedWork()) return false
  window.location.reload()
  return true
}
