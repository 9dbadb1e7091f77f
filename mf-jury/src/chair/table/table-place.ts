import { storedJson } from '@awards/shared/browser/storage'

/* What is remembered of the table while its chair looks at an entry. */

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
