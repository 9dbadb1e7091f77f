/** A remote of which this tab runs another version than the one that visitors get now. */
export type StaleRemote = {
  readonly name: string
  readonly loaded: string
  readonly next: string
  /** The version that runs was taken back: the tab leaves it at its next navigation. */
  readonly withdrawn: boolean
}

let stale: readonly StaleRemote[] = []
const listeners = new Set<() => void>()

/** The remotes that have a newer release, in the shape that `useSyncExternalStore` wants. */
export const staleStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  getSnapshot: () => stale,
  set(next: readonly StaleRemote[]) {
    if (JSON.stringify(next) === JSON.stringify(stale)) return
    stale = next
    for (const listener of listeners) listener()
  },
}
