import { storedText } from '@awards/shared/browser/storage'
import { formatPin, formatPins, parsePins } from '@awards/shared/releases'
import { useSyncExternalStore } from 'react'
import { type RemoteUpdate, updates } from './updates.ts'

/** Updates that the visitor of this tab dismissed, as `mf-jury@1.5.0,mf-public@2.0.0`. */
const dismissed = storedText('mfe-later', 'sessionStorage')

/** Hides the notices of these updates in this tab. */
export function dismissUpdates(news: readonly RemoteUpdate[]) {
  // Keeps the last one of each remote: older releases are never announced again.
  const fresh = news.map(({ name, next }) => ({ name, at: next }))
  const names = new Set(fresh.map(({ name }) => name))
  const others = parsePins(dismissed.read() ?? '').pins.filter(({ name }) => !names.has(name))
  dismissed.write(formatPins([...others, ...fresh]))
}

/** Remotes with a newer release that the visitor has not dismissed. */
export function useUpdates(): readonly RemoteUpdate[] {
  const stale = useSyncExternalStore(updates.subscribe, updates.getSnapshot)
  const text = useSyncExternalStore(dismissed.subscribe, dismissed.read)
  const later = parsePins(text ?? '').pins.map(formatPin)
  return stale.filter(({ name, next }) => !later.includes(formatPin({ name, at: next })))
}
