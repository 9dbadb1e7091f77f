import { pageOf, useListQuery } from '@awards/shared/list/list-query'

const PAGE_SIZE = 12
/** How a list begins when nothing is looked for. */
export const FIRST_PAGE = { current: 1, pageSize: PAGE_SIZE }

/** What of a list the address names: page, status, words, edition. */
export type Wanted = {
  current: number
  pageSize: number
  status?: number
  keyword?: string
  edition_id?: string
}

const ID = /^[1-9]\d{0,18}$/

/** Reads the address; what makes no sense there is left out. */
export function wantedOf(search: URLSearchParams): Wanted {
  const status = search.get('status') ?? ''
  const keyword = (search.get('q') ?? '').replaceAll('\0', '').trim().slice(0, 80)
  const edition = search.get('edition') ?? ''
  return {
    current: pageOf(search),
    pageSize: PAGE_SIZE,
    ...(/^\d{1,2}$/.test(status) && { status: Number(status) }),
    ...(keyword && { keyword }),
    ...(ID.test(edition) && { edition_id: edition }),
  }
}

/** The list that the address names, and ways to name another; a new filter begins at page 1. */
export function useListAddress() {
  const { query: wanted, change } = useListQuery(wantedOf)
  return {
    wanted,
    /** Each filter is a step that the browser's back button takes back. */
    change: (filters: Record<string, string | undefined>) => change(filters, { replace: false }),
    /** A page is read from its top. */
    turnTo: (page: number) => change({ page }, { preventScrollReset: false }),
  }
}
