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

// More rows in a second than anybody reads, or more at once while the list moves: a slow machine keeps up too.
const UNREADABLE_ROWS = 60
const ROWS_AT_ONCE = 3
const MOVING_S = 0.25
/** A list stands when it has not moved for so long after it was drawn. */
const STANDS_AFTER_MS = 120

const afterDrawing = (work: () => void) => requestAnimationFrame(() => setTimeout(work))

/** Detects a fast scroll: rows of `height` pixels pass faster than anybody reads; call `onScroll` with the offset. */
export function useFastScroll(height: number) {
  const [isFastScroll, setFastScroll] = useState(false)
  const last = useRef({ offset: 0, at: 0 })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onScroll = useCallback(
    (offset: number) => {
      const rows = Math.abs(offset - last.current.offset) / height
      // Since it was drawn: what drawing takes is not the pace of the list.
      const seconds = (performance.now() - last.current.at) / 1_000
      clearTimeout(timer.current)
      if (seconds < MOVING_S && rows >= Math.min(ROWS_AT_ONCE, UNREADABLE_ROWS * seconds)) {
        setFastScroll(true)
      }
      last.current = { offset, at: performance.now() }
      afterDrawing(() => {
        last.current.at = performance.now()
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setFastScroll(false), STANDS_AFTER_MS)
      })
    },
    [height],
  )
  return { isFastScroll, onScroll }
}

/**
 * Freezes the rows of a virtual list during a fast scroll: they stay where they were and nothing is rendered, while the
 * background of the list, with a skeleton at the place of every row, scrolls by on the compositor. `extract` says which
 * rows a range has; keep its identity.
 */
export function useFrozenRange<Range extends { count: number }>(
  isFastScroll: boolean,
  extract: (range: Range) => number[],
) {
  const rows = useRef<number[]>([])
  return useCallback(
    (range: Range) => {
      const isInList = (rows.current.at(-1) ?? range.count) < range.count
      if (!isFastScroll || !isInList) rows.current = extract(range)
      return rows.current
    },
    [isFastScroll, extract],
  )
}
