import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router-dom'
import { activeFilters, type WinnerSearch } from './winner-search.ts'

/**
 * Another page of the same list is read from its top: the count of works comes into view and takes
 * the focus. A change of filters leaves the focus where the visitor works; who goes back in the
 * history stays where the browser puts them.
 */
export function useResultFocus(search: WinnerSearch) {
  const result = useRef<HTMLParagraphElement>(null)
  const { current } = search
  const filters = JSON.stringify(activeFilters(search))
  const last = useRef({ current, filters })
  const isReturn = useNavigationType() === 'POP'
  useEffect(() => {
    const before = last.current
    last.current = { current, filters }
    if (before.current === current || before.filters !== filters || isReturn) return
    result.current?.scrollIntoView({ block: 'start' })
    result.current?.focus({ preventScroll: true })
  }, [current, filters, isReturn])
  return { result, focusResult: () => result.current?.focus({ preventScroll: true }) }
}
