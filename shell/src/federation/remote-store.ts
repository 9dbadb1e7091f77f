import type { RemoteError } from './remote-error.ts'

export type RemoteState =
  | { status: 'idle' }
  | { status: 'loading'; since: number }
  | { status: 'ready'; version: string }
  | { status: 'failed'; error: RemoteError; failures: number }

const IDLE: RemoteState = { status: 'idle' }
const states = new Map<string, RemoteState>()
const listeners = new Set<() => void>()

/** Where each remote stands, in the shape that `useSyncExternalStore` wants. */
export const remoteStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  getSnapshot: (name: string): RemoteState => states.get(name) ?? IDLE,
  set(name: string, state: RemoteState) {
    states.set(name, state)
    for (const listener of listeners) listener()
  },
}
