import { pageOfQuery } from '../ui/page-of-query.ts'

/** Filters of the list of winners, by the names they have in the address and in the call. */
export const WINNER_FILTERS = [
  'award',
  'edition',
  'category',
  'section',
  'country',
  'keyword',
] as const
export type WinnerFilterName = (typeof WINNER_FILTERS)[number]
export type WinnerSearch = Partial<Record<WinnerFilterName, string>> & { current: number }

/** Reads filters and page from an address; a page that is no number is the first. */
export function readWinnerSearch(query: URLSearchParams): WinnerSearch {
  const filters: Partial<Record<WinnerFilterName, string>> = {}
  for (const name of WINNER_FILTERS) {
    const value = query.get(name)?.trim()
    if (value) filters[name] = value
  }
  return { ...filters, current: pageOfQuery(query) }
}
