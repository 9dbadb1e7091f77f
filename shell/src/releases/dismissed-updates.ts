import { formatPin, parsePins } from '@awards/shared/platform'
import { useSyncExternalStore } from 'react'
import { type StaleRemote, staleStore } from './updates.ts'

const KEY = 'mfe-later'

const read = (): readonly string[] => {
  try {
    return parsePins(window.sessionStorage.getItem(KEY) ?? '').pins.map(formatPin)
  } catch {
    return []
  }
}

let putOff: readonly string[] | undefined
const listeners = new Set<() => void>()

/** Releases that the visitor of this tab does not want to hear of again, as `mf-jury@1.5.0`. */
export const laterStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  getSnapshot: () => (putOff ??= read()),
  putOff(news: readonly StaleRemote[]) {
    // Of each remote only the last one is needed: older ones do not come back as news.
    const fresh = news.map(({ name, next }) => ({ name, at: next }))
    const names = new Set(fresh.map(({ name }) => name))
    const others = laterStore.getSnapshot().filter((one) => !names.has(one.split('@')[0] ?? ''))
    putOff = [...others, ...fresh.map(formatPin)]
    try {
      window.sessionStorage.setItem(KEY, putOff.join(','))
    } catch {
      // Without storage it is remembered as long as this document.
    }
    for (const listener of listeners) listener()
  },
}

/** Remotes with a newer release that the visitor has not put off. */
export function useFreshNews(): readonly StaleRemote[] {
  const stale = useSyncExternalStore(staleStore.subscribe, staleStore.getSnapshot)
  const later = useSyncExternalStore(laterStore.subscribe, laterStore.getSnapshot)
  return stale.filter(({ name, next }) => !later.includes(`${name}@${next}`))
}
