import { LAST_GOOD_MS, parseDiscovery, type DiscoveryDocument } from '@awards/shared/platform'

const KEY = 'discovery-last-good'

/** Keeps a document that was found good, for a start at which there is none. */
export function keepLastGood(document: DiscoveryDocument) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ at: Date.now(), document }))
  } catch {
    // A browser that keeps nothing starts without.
  }
}

/** The document kept last, unless it is too old or has been tampered with. */
export function readLastGood(): DiscoveryDocument | undefined {
  try {
    const { at, document } = JSON.parse(localStorage.getItem(KEY) ?? '') as Record<string, unknown>
    const age = typeof at === 'number' ? Date.now() - at : Infinity
    return age >= 0 && age <= LAST_GOOD_MS ? parseDiscovery(document) : undefined
  } catch {
    return undefined
  }
}
