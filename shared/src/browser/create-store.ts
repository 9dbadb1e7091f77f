/** A value outside of React; `get` and `subscribe` are the arguments of `useSyncExternalStore`. */
export function createStore<T>(initial: T) {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    /** Replaces the value and calls every listener. */
    set(next: T) {
      value = next
      for (const listener of listeners) listener()
    },
    /** Calls `listener` after each `set`, until the function that it returns is called. */
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
