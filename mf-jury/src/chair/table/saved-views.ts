import { storedText } from '@awards/shared/browser/storage'
import { CHAIR_QUEUES } from '@awards/shared/contract'
import { ENTRY_STATUS } from '@awards/shared/domain'
import { useSyncExternalStore } from 'react'

const kept = storedText('jury-table-views', 'localStorage')
/** The most views that a browser keeps. */
export const MOST_VIEWS = 20

type SavedView = { name: string; query: string }

let read: { text: string | null; views: readonly SavedView[] } = { text: null, views: [] }

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as SavedView).name === 'string' &&
  typeof (value as SavedView).query === 'string'

// A browser that holds something else under the key has no views of its own.
function stored(): readonly SavedView[] {
  const text = kept.read()
  try {
    if (text === read.text) return read.views
    const value: unknown = JSON.parse(text ?? '[]')
    read = { text, views: Array.isArray(value) ? value.filter(isView).slice(0, MOST_VIEWS) : [] }
  } catch {
    read = { text, views: [] }
  }
  return read.views
}

const store = (views: readonly SavedView[]) => kept.write(JSON.stringify(views))

/** Views of the table that somebody has named in this browser: each is an address. */
export function useSavedViews() {
  const views = useSyncExternalStore(kept.subscribe, stored)
  return {
    views,
    save: (name: string, query: string) => store([{ name, query }, ...stored()]),
    remove: (name: string) => store(stored().filter((view) => view.name !== name)),
  }
}

/** Views that every chair has: a name in the texts, and filters in the address. */
export const PRESETS: readonly { key: string; query: Record<string, string> }[] = [
  { key: 'all', query: {} },
  ...CHAIR_QUEUES.map((queue) => ({ key: queue, query: { queue } })),
  { key: 'not_shown', query: { entry_status: String(ENTRY_STATUS.awarded), is_show: '0' } },
]
