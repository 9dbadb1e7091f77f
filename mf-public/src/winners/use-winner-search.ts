import { useSearchParams } from 'react-router-dom'
import { readWinnerSearch, WINNER_FILTERS, type WinnerFilterName } from './winner-search.ts'

/** The filters and the page of the list of winners, which live in the address. */
export function useWinnerSearch() {
  const [query, setQuery] = useSearchParams()
  const search = readWinnerSearch(query)
  /** Changes one filter and goes back to the first page. */
  const setFilter = (name: WinnerFilterName, value: string | undefined) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        next.delete('current')
        return next
      },
      { preventScrollReset: true },
    )
  const isFiltered = WINNER_FILTERS.some((name) => search[name] !== undefined)
  return { search, setFilter, isFiltered }
}
