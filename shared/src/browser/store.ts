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

type Area = 'localStorage' | 'sessionStorage'

/** Values that a full or blocked storage refused; they last as long as this document. */
const unsaved = new Map<string, string>()

/**
 * A text in the browser's storage under `key`. Where the storage is full or blocked, the value lasts as long as this
 * document.
 */
export function storedText(key: string, area: Area) {
  const id = `${area}:${key}`
  const changes = createStore(undefined)
  const notify = () => changes.set(undefined)
  return {
    /** The stored text; null when there is none. */
    read(): string | null {
      const text = unsaved.get(id)
      if (text !== undefined) return text
      try {
        return window[area].getItem(key)
      } catch {
        return null
      }
    },
    /** Stores the text; false when only this document has it. */
    write(text: string): boolean {
      unsaved.delete(id)
      try {
        window[area].setItem(key, text)
      } catch {
        unsaved.set(id, text)
      }
      notify()
      return !unsaved.has(id)
    },
    /** Removes the text from the storage and from this document. */
    remove() {
      unsaved.delete(id)
      try {
        window[area].removeItem(key)
      } catch {
        // A blocked storage holds nothing that `read` could return.
      }
      notify()
    },
    /** Drops a value that only this document has, so that `read` returns the stored one again. */
    dropUnsaved: () => void unsaved.delete(id),
    /** Calls `listener` after each change by this object or by another tab. */
    subscribe(listener: () => void) {
      const forget = changes.subscribe(listener)
      window.addEventListener('storage', listener)
      return () => {
        forget()
        window.removeEventListener('storage', listener)
      }
    },
  }
}

/**
 * A JSON value in the browser's storage under `key`. `parse` validates what was stored and throws when it is invalid:
 * other scripts and older releases write to the same storage.
 */
export function storedJson<T>(key: string, area: Area, parse: (value: unknown) => T) {
  const { read, write, remove, dropUnsaved } = storedText(key, area)
  return {
    /** The stored value; undefined when there is none or it is invalid. */
    read(): T | undefined {
      try {
        const text = read()
        return text === null ? undefined : parse(JSON.parse(text))
      } catch {
        return undefined
      }
    },
    /** Stores the value; false when only this document has it. */
    write: (value: T): boolean => write(JSON.stringify(value)),
    remove,
    dropUnsaved,
  }
}
