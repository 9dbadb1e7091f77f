import { storedJson } from '@awards/shared/browser/store'

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

const AGAIN_AFTER_MS = 10 * 60_000

/** Pages on which the visitor waits for an answer that a reload could lose. */
const NEVER_ON = ['/pay-result']

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Times by release in sessionStorage, such as `{"mf-jury@1.5.0":1790000000000}`. */
export function releaseTimes(key: string) {
  const stored = storedJson(key, 'sessionStorage', (value) => (isRecord(value) ? value : {}))
  return {
    /** The time noted for a release; 0 when there is none, NaN when it is invalid. */
    of: (name: string, version: string): number =>
      Number(stored.read()?.[`${name}@${version}`] ?? 0),
    /** Notes the present time; false, without any effect, when the storage fails. */
    note(name: string, version: string): boolean {
      const isStored = stored.write({ ...stored.read(), [`${name}@${version}`]: Date.now() })
      if (!isStored) stored.dropUnsaved()
      return isStored
    },
  }
}

const reloads = releaseTimes('mfe-reloads')

/**
 * Claims an automatic reload for a release: at most one in ten minutes per release, which prevents reload loops, never
 * with unsaved work and never on the page that waits for a payment.
 */
export function claimReload(name: string, version: string): boolean {
  const { pathname } = window.location
  if (NEVER_ON.some((path) => pathname.endsWith(path)) || hasUnsavedWork()) return false
  if (Date.now() - reloads.of(name, version) < AGAIN_AFTER_MS) return false
  // Without storage the reloads cannot be counted and could loop.
  return reloads.note(name, version)
}
