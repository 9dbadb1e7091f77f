import { formatPin, parsePins } from '@awards/shared/releases'
import { useSyncExternalStore } from 'react'
import { type RemoteUpdate, updates } from './updates.ts'

const KEY = 'mfe-later'

const read = (): readonly string[] => {
  try {
    return parsePins(window.sessionStorage.getItem(KEY) ?? '').pins.map(formatPin)
  } catch {
    return []
  }
}

let dismissed: readonly string[] | undefined
const listeners = new Set<() => void>()

/** Updates that the visitor of this tab dismissed, as `mf-jury@1.5.0`. */
export const dismissedUpdates = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  getSnapshot: () => (dismissed ??= read()),
  dismiss(news: readonly RemoteUpdate[]) {
    // Keeps the last one of each remote: older releases are never announced again.
    const fresh = news.map(({ name, next }) => ({ name, at: next }))
    const names = new Set(fresh.map(({ name }) => name))
    const others = dismissedUpdates
      .getSnapshot()
      .filter((one) => !names.has(one.split('@')[0] ?? ''))
    dismissed = [...others, ...fresh.map(formatPin)]
    try {
      window.sessionStorage.setItem(KEY, dismissed.join(','))
    } catch {
      // Without storage it is remembered as long as this document.
    }
    for (const listener of listeners) listener()
  },
}

/** Remotes with a newer release that the visitor has not dismissed. */
export function useUpdates(): readonly RemoteUpdate[] {
  const stale = useSyncExternalStore(updates.subscribe, updates.getSnapshot)
  const later = useSyncExternalStore(dismissedUpdates.subscribe, dismissedUpdates.getSnapshot)
  return stale.filter(({ name, next }) => !later.includes(`${name}@${next}`))
}
