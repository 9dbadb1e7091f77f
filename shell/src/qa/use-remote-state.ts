import { useSyncExternalStore } from 'react'
import { remoteStore, type RemoteState } from '../federation/remote-store.ts'

/** Where a remote stands in this tab. */
export const useRemoteState = (name: string): RemoteState =>
  useSyncExternalStore(remoteStore.subscribe, () => remoteStore.getSnapshot(name))

/** The version that this tab runs, once it is known. */
export const versionOf = (state: RemoteState): string | undefined =>
  state.status === 'ready' ? state.version : undefined
