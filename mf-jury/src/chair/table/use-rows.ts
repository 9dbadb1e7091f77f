import { useSiteDispatch } from '@awards/shared/session'
import { cacheOf, useApiQuery } from '@awards/shared/client'
import { judge, type JudgeRow } from '@awards/shared/contract'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ListInput } from '../use-chair-filters.ts'

export const PAGE_ROWS = 50
// Pages that are only scrolled past are not asked for.
const SETTLE_MS = 80

export type Rows = {
  total: number | undefined
  /** Undefined while the row is on its way. */
  rowAt: (index: number) => JudgeRow | undefined
  /** Records the visible rows; re-renders the table only when it needs other pages. */
  onRange: (first: number, last: number) => void
  isError: boolean
  isFetching: boolean
  /** True while the rows on screen belong to the previous filters. */
  isStale: boolean
  refetch: () => void
}

const pageOf = (index: number) => Math.floor(index / PAGE_ROWS)

/** The rows of the list around those on screen, which are never more than two pages; `start` is the first one asked for. */
export function useRows(input: ListInput, start = 0): Rows {
  const { pages, onRange } = usePages(start)
  const page = (number: number) => ({ ...input, current: number + 1, pageSize: PAGE_ROWS })
  // The rows are what somebody waits for: they are asked for before the choices of the filters are.
  const dispatch = useSiteDispatch()
  const begin = useRef(page(pages.first))
  useLayoutEffect(
    () => void dispatch(cacheOf(judge.judgeEntryList).prefetch(begin.current, {})),
    [dispatch],
  )
  const above = useApiQuery(judge.judgeEntryList, page(pages.first))
  const below = useApiQuery(judge.judgeEntryList, page(pages.last), {
    skip: pages.last === pages.first,
  })
  const lists = new Map([
    [pages.first, above.currentData?.list],
    [pages.last, (pages.last === pages.first ? above : below).currentData?.list],
  ])
  const current = above.currentData ?? below.currentData
  return {
    total: (current ?? above.data ?? below.data)?.total,
    rowAt: (index) => lists.get(pageOf(index))?.[index % PAGE_ROWS],
    onRange,
    isError: above.isError || below.isError,
    isFetching: above.isFetching || below.isFetching,
    isStale: current === undefined && above.data !== undefined,
    refetch: () => {
      void above.refetch()
      if (pages.last !== pages.first) void below.refetch()
    },
  }
}

/** The pages of the rows on screen, once the list has stood there for a moment. */
function usePages(start: number) {
  const [pages, setPages] = useState({ first: pageOf(start), last: pageOf(start) })
  const wanted = useRef(pages)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onRange = useCallback((firstRow: number, lastRow: number) => {
    const next = { first: pageOf(firstRow), last: pageOf(lastRow) }
    if (next.first === wanted.current.first && next.last === wanted.current.last) return
    wanted.current = next
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setPages(next), SETTLE_MS)
  }, [])
  return { pages, onRange }
}
