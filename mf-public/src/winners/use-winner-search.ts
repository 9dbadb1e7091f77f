import { paths } from '@awards/shared/paths'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { readWinnerSearch, winnerQuery, type WinnerFilters } from './winner-search.ts'

/** The filters and the page of the list of winners, which live in the address. */
export function useWinnerSearch() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const search = readWinnerSearch(query)
  /** Shows the first page of another choice; `replace` leaves no entry in the history. */
  const narrow = (filters: WinnerFilters, { replace = false } = {}) => {
    const next = paths.winners(winnerQuery({ ...search, ...filters, current: 1 }))
    void navigate(next, { replace, preventScrollReset: true })
  }
  return { search, narrow }
}
