/** A remote of which this tab runs another release than it would get now. */
export type StaleRemote = {
  readonly name: string
  readonly loaded: string
  readonly next: string
  /** The release that runs was rolled back. */
  readonly withdrawn: boolean
}

let stale: readonly StaleRemote[] = []
const listeners = new Set<() => void>()

/** What the freshness check has found, in the shape that `useSyncExternalStore` wants. */
export const staleStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  getSnapshot: () => stale,
  set(list: readonly StaleRemote[]) {
    stale = list
    for (const listener of listeners) listener()
  },
}
