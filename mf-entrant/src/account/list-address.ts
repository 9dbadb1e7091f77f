import { useSearchParams } from 'react-router-dom'

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

const NUMBER = /^\d{1,9}$/
const ID = /^[1-9]\d{0,18}$/

/** Reads the address; what makes no sense there is left out. */
export function wantedOf(search: URLSearchParams): Wanted {
  const page = search.get('page') ?? ''
  const status = search.get('status') ?? ''
  const keyword = (search.get('q') ?? '').replaceAll('\0', '').trim().slice(0, 80)
  const edition = search.get('edition') ?? ''
  return {
    current: NUMBER.test(page) ? Math.max(1, Number(page)) : 1,
    pageSize: PAGE_SIZE,
    ...(/^\d{1,2}$/.test(status) && { status: Number(status) }),
    ...(keyword && { keyword }),
    ...(ID.test(edition) && { edition_id: edition }),
  }
}

/** The list that the address names, and a way to name another; a new filter begins at page 1. */
export function useListAddress() {
  const [search, setSearch] = useSearchParams()
  const change = (changes: Record<string, string | undefined>) => {
    const next = new URLSearchParams(search)
    next.delete('page')
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setSearch(next, { preventScrollReset: true })
  }
  return { wanted: wantedOf(search), change }
}
