import { useCallback, useEffect, useRef, useState } from 'react'

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
