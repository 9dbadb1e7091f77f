import { paths } from '@awards/shared/paths'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { readWinnerSearch, winnerQuery, type WinnerFilters } from './winner-search.ts'

/** The filters and the page of the list of winners, which live in the address. */
export function useWinnerSearch() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const search = readWinnerSearch(query)
  // Of two quick choices the second may come before the first is drawn.
  const chosen = useRef(search)
  useEffect(() => {
    chosen.current = readWinnerSearch(query)
  }, [query])
  /** Shows the first page of another choice; `replace` leaves no entry in the history. */
  const narrow = (filters: WinnerFilters, { replace = false } = {}) => {
    chosen.current = { ...chosen.current, ...filters, current: 1 }
    const next = paths.winners(winnerQuery(chosen.current))
    void navigate(next, { replace, preventScrollReset: true })
  }
  return { search, narrow }
}
