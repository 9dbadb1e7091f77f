import { useSyncExternalStore } from 'react'
import { knownDiscovery } from '../discovery.ts'
import { remoteStore, type RemoteState } from '../remote-store.ts'
import { isPinned } from '../pins.ts'

/** Where a remote stands in this tab. */
export const useRemoteState = (name: string): RemoteState =>
  useSyncExternalStore(remoteStore.subscribe, () => remoteStore.getSnapshot(name))

/** The version behind a pin: the one that runs or is on its way, else the one that discovery names. */
export function resolvedVersion(name: string, state: RemoteState): string | undefined {
  if ('version' in state) return state.version
  if (!isPinned(name)) return undefined
  return knownDiscovery()?.microFrontends[name]?.[0]?.metadata.version
}
