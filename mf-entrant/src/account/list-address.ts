import { ENTRY_STATUS } from '@awards/shared/domain'
import { pageOf, useListQuery } from '@awards/shared/list/list-query'

const PAGE_SIZE = 12
/** How a list begins when nothing is looked for. */
export const FIRST_PAGE = { current: 1, pageSize: PAGE_SIZE }

/** What of the list the address names: pages, status, words, edition. */
export type Wanted = {
  current: number
  /** The page of the earlier editions, which stand below. */
  earlier: number
  pageSize: number
  status?: number
  keyword?: string
  edition_id?: string
}

const PAGES = ['page', 'earlier']
/** The tabs of before for parts of the one list, and what they asked of it: links in mails still lead there. */
export const FORMER_TABS: ReadonlyMap<string, string> = new Map([
  ['history', ''],
  ['awards', `?status=${ENTRY_STATUS.awarded}`],
  ['award-history', `?status=${ENTRY_STATUS.awarded}`],
])

const ID = /^[1-9]\d{0,18}$/

/** Reads the address; what makes no sense there is left out. */
export function wantedOf(search: URLSearchParams): Wanted {
  const status = search.get('status') ?? ''
  const keyword = (search.get('q') ?? '').replaceAll('\0', '').trim().slice(0, 80)
  const edition = search.get('edition') ?? ''
  return {
    current: pageOf(search),
    earlier: pageOf(search, 'earlier'),
    pageSize: PAGE_SIZE,
    ...(/^\d{1,2}$/.test(status) && { status: Number(status) }),
    ...(keyword && { keyword }),
    ...(ID.test(edition) && { edition_id: edition }),
  }
}

/** The list that the address names, and ways to name another; a new filter begins at page 1. */
export function useListAddress() {
  const { query: wanted, change } = useListQuery(wantedOf, PAGES)
  return {
    wanted,
    /** Each filter is a step that the browser's back button takes back. */
    change: (filters: Record<string, string | undefined>) =>
      change({ ...filters, page: undefined, earlier: undefined }, { replace: false }),
  }
}
