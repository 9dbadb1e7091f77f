import { useSyncExternalStore } from 'react'

const KEY = 'jury-table-views'
const LIMIT = 20

export type SavedView = { name: string; query: string }

const listeners = new Set<() => void>()
let read: { text: string | null; views: readonly SavedView[] } = { text: null, views: [] }

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as SavedView).name === 'string' &&
  typeof (value as SavedView).query === 'string'

// A browser that forbids storage, or holds something else under the key, has no views of its own.
function stored(): readonly SavedView[] {
  try {
    const text = localStorage.getItem(KEY)
    if (text === read.text) return read.views
    const value: unknown = JSON.parse(text ?? '[]')
    read = { text, views: Array.isArray(value) ? value.filter(isView).slice(0, LIMIT) : [] }
  } catch {
    read = { ...read, views: [] }
  }
  return read.views
}

function store(views: readonly SavedView[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(views.slice(0, LIMIT)))
  } catch {
    return
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Views of the table that somebody has named in this browser: each is an address. */
export function useSavedViews() {
  const views = useSyncExternalStore(subscribe, stored)
  return {
    views,
    save: (name: string, query: string) =>
      store([{ name, query }, ...stored().filter((view) => view.name !== name)]),
    remove: (name: string) => store(stored().filter((view) => view.name !== name)),
  }
}
