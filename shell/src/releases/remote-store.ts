import { createStore } from '@awards/shared/browser/store'
import { useSyncExternalStore } from 'react'
import type { RemoteError } from './failures/remote-error.ts'

/** A pending load. `slow`: the visitor sees a notice with choices. */
type Waiting = { readonly since: number; readonly slow: boolean }

/** Where a remote stands in this tab. */
export type RemoteState =
  | { readonly status: 'idle' }
  | ({ readonly status: 'resolving' } & Waiting)
  | ({
      readonly status: 'loading'
      readonly version: string
      readonly attempt: number
      /** Another version that can be used instead. */
      readonly previous: string | undefined
    } & Waiting)
  | {
      readonly status: 'ready'
      readonly version: string
      /** One of its screens is being loaded. */
      readonly screen?: Waiting | undefined
    }
  | {
      readonly status: 'degraded'
      readonly version: string
      readonly wanted: string
      /** Absent when the visitor chose the other version. */
      readonly reason: RemoteError | undefined
      readonly screen?: Waiting | undefined
    }
  | { readonly status: 'failed'; readonly error: RemoteError }

const IDLE: RemoteState = { status: 'idle' }
const states = createStore<ReadonlyMap<string, RemoteState>>(new Map())

/** Where each remote stands, in the shape that `useSyncExternalStore` wants. */
export const remoteStore = {
  subscribe: states.subscribe,
  getSnapshot: (name: string): RemoteState => states.get().get(name) ?? IDLE,
  /** All that were touched; a new map after every change. */
  getAll: states.get,
  set: (name: string, state: RemoteState) => states.set(new Map(states.get()).set(name, state)),
}

/** Marks the pending load of a remote as slow. */
export function markSlow(name: string) {
  const state = remoteStore.getSnapshot(name)
  if ('slow' in state) remoteStore.set(name, { ...state, slow: true })
  else if ('screen' in state && state.screen) {
    remoteStore.set(name, { ...state, screen: { ...state.screen, slow: true } })
  }
}

/** Notes that a screen of a remote is being loaded, or is there. */
export function setScreen(name: string, screen: Waiting | undefined) {
  const state = remoteStore.getSnapshot(name)
  if (state.status === 'ready' || state.status === 'degraded') {
    remoteStore.set(name, { ...state, screen })
  }
}

/** The version whose code runs in this tab. */
export function loadedVersion(name: string): string | undefined {
  const state = remoteStore.getSnapshot(name)
  return state.status === 'ready' || state.status === 'degraded' ? state.version : undefined
}

/** What takes long: the name of the remote and, where it can be used instead, another version. */
export type SlowLoad = { readonly name: string; readonly previous: string | undefined }

export const slowLoads = (all: ReadonlyMap<string, RemoteState>): SlowLoad[] =>
  [...all].flatMap(([name, state]) => {
    const slow = 'slow' in state ? state.slow : 'screen' in state && state.screen?.slow
    const previous = state.status === 'loading' ? state.previous : undefined
    return slow ? [{ name, previous }] : []
  })

/** Where a remote stands in this tab. */
export const useRemoteState = (name: string): RemoteState =>
  useSyncExternalStore(remoteStore.subscribe, () => remoteStore.getSnapshot(name))
