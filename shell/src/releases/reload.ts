/**
 * True while some page holds work that a reload would lose. Such a page listens to `beforeunload` and
 * prevents it (`useUnsavedWork`); asking is the same event, sent by hand.
 */
export const hasUnsavedWork = (): boolean =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Reloads the document unless a page holds unsaved work; returns whether it does. */
export function reloadWhenSaved(): boolean {
  if (hasUnsavedWork()) return false
  window.location.reload()
  return true
}

const KEY = 'mfe-reloads'
const AGAIN_AFTER_MS = 10 * 60_000

/** Pages on which the visitor waits for an answer that a reload could lose. */
const NEVER_ON = ['/pay-result']

function read(): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return kept && typeof kept === 'object' ? (kept as Record<string, number>) : {}
  } catch {
    return {}
  }
}

/**
 * Claims an automatic reload for a release: at most one in ten minutes per release, which prevents reload loops, never
 * with unsaved work and never on the page that waits for a payment.
 */
export function claimReload(name: string, version: string): boolean {
  const { pathname } = window.location
  if (NEVER_ON.some((path) => pathname.endsWith(path)) || hasUnsavedWork()) return false
  const reloads = read()
  const release = `${name}@${version}`
  const before = Number(reloads[release] ?? 0)
  if (Date.now() - before < AGAIN_AFTER_MS) return false
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...reloads, [release]: Date.now() }))
    return true
  } catch {
    // Without storage the reloads cannot be counted and could loop.
    return false
  }
}
