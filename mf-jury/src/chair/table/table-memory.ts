import { storedJson, storedText } from '@awards/shared/browser/store'
import { CHAIR_QUEUES } from '@awards/shared/contract'
import { ENTRY_STATUS } from '@awards/shared/domain'
import { useSyncExternalStore } from 'react'

/* What a browser remembers of the table: where it stands while its chair looks at an entry, and the named views. */

type Address = { search: string; query: string }

/** Another script may have written something else there. */
function parse(value: unknown): Address {
  const { search, query } = value as Partial<Address>
  if (typeof search !== 'string' || typeof query !== 'string') throw new Error('No address')
  return { search, query }
}

/** Of this tab: two tabs are at two places. */
const address = storedJson('jury-table', 'sessionStorage', parse)

const NOTHING: ReadonlySet<string> = new Set()

type Place = {
  /** Whose table it is, and of which filters. */
  of: string
  offset: number
  /** The row that the keyboard is on. */
  active: number
  /** The row was left for another one: it is brought into sight. */
  isMoved: boolean
  selected: ReadonlySet<string>
}
const START = { offset: 0, active: 0, isMoved: false, selected: NOTHING }
let kept: Place = { of: '', ...START }

const placeOf = (of: string) => (kept.of === of ? kept : { of, ...START })

/** Where the table of one chair stands with certain filters; another chair or other filters begin anew. */
export const tablePlace = {
  read: placeOf,
  keep(of: string, part: Partial<Omit<Place, 'of'>>) {
    kept = { ...placeOf(of), ...part }
  },
  /** The address of the table as it was left, and its filters as the call takes them. */
  address: () => address.read() ?? { search: '', query: '' },
  keepAddress: address.write,
}

/** Whose place it is: a tab may change hands. */
export const placeKey = (userId: string | undefined, query: string) => `${userId ?? ''}?${query}`

const viewsText = storedText('jury-table-views', 'localStorage')
/** The most views that a browser keeps. */
export const MOST_VIEWS = 20

type SavedView = { name: string; query: string }

let parsed: { text: string | null; views: readonly SavedView[] } = { text: null, views: [] }

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as SavedView).name === 'string' &&
  typeof (value as SavedView).query === 'string'

// A browser that holds something else under the key has no views of its own.
function readViews(): readonly SavedView[] {
  const text = viewsText.read()
  try {
    if (text === parsed.text) return parsed.views
    const value: unknown = JSON.parse(text ?? '[]')
    parsed = { text, views: Array.isArray(value) ? value.filter(isView).slice(0, MOST_VIEWS) : [] }
  } catch {
    parsed = { text, views: [] }
  }
  return parsed.views
}

const writeViews = (views: readonly SavedView[]) => viewsText.write(JSON.stringify(views))

/** Views of the table that somebody has named in this browser: each is an address. */
export function useSavedViews() {
  const views = useSyncExternalStore(viewsText.subscribe, readViews)
  return {
    views,
    save: (name: string, query: string) => writeViews([{ name, query }, ...readViews()]),
    remove: (name: string) => writeViews(readViews().filter((view) => view.name !== name)),
  }
}

/** Views that every chair has: a name in the texts, and filters in the address. */
export const PRESETS: readonly { key: string; query: Record<string, string> }[] = [
  { key: 'all', query: {} },
  ...CHAIR_QUEUES.map((queue) => ({ key: queue, query: { queue } })),
  { key: 'not_shown', query: { entry_status: String(ENTRY_STATUS.awarded), is_show: '0' } },
]
