import { useSyncExternalStore } from 'react'
import { staleStore, type StaleRemote } from './stale-store.ts'
import { laterStore } from './dismissed-updates.ts'

/** Remotes with a newer release that the visitor has not put off. */
export function useFreshNews(): readonly StaleRemote[] {
  const stale = useSyncExternalStore(staleStore.subscribe, staleStore.getSnapshot)
  const later = useSyncExternalStore(laterStore.subscribe, laterStore.getSnapshot)
  return stale.filter(({ name, next }) => !later.includes(`${name}@${next}`))
}
