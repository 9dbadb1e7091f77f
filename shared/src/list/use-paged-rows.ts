import { useCallback, useEffect, useRef, useState } from 'react'

// Pages that are only scrolled past are not asked for.
const SETTLE_MS = 80

export type Rows<Row> = {
  total: number | undefined
  /** Undefined while the row is on its way. */
  rowAt: (index: number) => Row | undefined
  /** Records the visible rows; re-renders the list only when it needs other pages. */
  onRange: (first: number, last: number) => void
  isError: boolean
  isFetching: boolean
  /** True while the rows on screen belong to the previous filters. */
  isStale: boolean
  refetch: () => void
}

type Page<Row> = { total: number; list: Row[] }
type PageQuery<Row> = {
  data?: Page<Row> | undefined
  currentData?: Page<Row> | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

/**
 * The rows of a list around those on screen, which are never more than two pages; `start` is the first one asked for,
 * and `usePage` asks for a page, counted from 0, where it `isNeeded`.
 */
export function usePagedRows<Row>(
  pageRows: number,
  start: number,
  usePage: (page: number, isNeeded: boolean) => PageQuery<Row>,
): Rows<Row> {
  const { pages, onRange } = usePages(pageRows, start)
  const isOne = pages.last === pages.first
  const above = usePage(pages.first, true)
  const below = usePage(pages.last, !isOne)
  const lists = new Map([
    [pages.first, above.currentData?.list],
    [pages.last, (isOne ? above : below).currentData?.list],
  ])
  const current = above.currentData ?? below.currentData
  return {
    total: (current ?? above.data ?? below.data)?.total,
    rowAt: (index) => lists.get(Math.floor(index / pageRows))?.[index % pageRows],
    onRange,
    isError: above.isError || below.isError,
    isFetching: above.isFetching || below.isFetching,
    isStale: current === undefined && above.data !== undefined,
    refetch: () => {
      void above.refetch()
      if (!isOne) void below.refetch()
    },
  }
}

/** The pages of the rows on screen, once the list has stood there for a moment. */
function usePages(pageRows: number, start: number) {
  const pageOf = (index: number) => Math.floor(index / pageRows)
  const [pages, setPages] = useState({ first: pageOf(start), last: pageOf(start) })
  const wanted = useRef(pages)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onRange = useCallback(
    (firstRow: number, lastRow: number) => {
      const next = {
        first: Math.floor(firstRow / pageRows),
        last: Math.floor(lastRow / pageRows),
      }
      if (next.first === wanted.current.first && next.last === wanted.current.last) return
      wanted.current = next
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setPages(next), SETTLE_MS)
    },
    [pageRows],
  )
  return { pages, onRange }
}
