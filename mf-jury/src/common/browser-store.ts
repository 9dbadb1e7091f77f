/**
 * A text that a browser keeps, for good or as long as the tab. One that forbids it, or has no room
 * left, keeps it as long as the page lives.
 */
export function browserStore(key: string, place: 'localStorage' | 'sessionStorage') {
  let unkept: string | undefined
  const listeners = new Set<() => void>()
  return {
    read(): string | null {
      if (unkept !== undefined) return unkept
      try {
        return window[place].getItem(key)
      } catch {
        return null
      }
    },
    write(text: string) {
      try {
        window[place].setItem(key, text)
        unkept = undefined
      } catch {
        unkept = text
      }
      for (const listener of listeners) listener()
    },
    /** Tells of each change, in this tab and in the others. */
    subscribe(listener: () => void) {
      listeners.add(listener)
      window.addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', listener)
      }
    },
  }
}
