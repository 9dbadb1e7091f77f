import { useCallback, useEffect, useRef, useState } from 'react'
import type { Range, VirtualItem } from '@tanstack/react-virtual'

/**
 * As many rows as the screen has ever needed, wherever the list stands: a row that leaves becomes the next
 * one that comes, and none is made or taken away.
 */
export function useRowRecycling() {
  const slots = useRef(0)
  const rangeExtractor = useCallback(({ startIndex, endIndex, overscan, count }: Range) => {
    slots.current = Math.max(slots.current, endIndex - startIndex + 1 + 2 * overscan)
    const length = Math.min(slots.current, count)
    const first = Math.max(0, Math.min(startIndex - overscan, count - length))
    return Array.from({ length }, (_, index) => first + index)
  }, [])
  return { slots, rangeExtractor }
}

/**
 * While the list moves, rows stay where they are in the document, since moving an element draws it anew. When
 * it stands they are in the order in which they are read.
 */
export function recycledOrder(items: readonly VirtualItem[], slots: number, isStanding: boolean) {
  if (isStanding) return items
  return items.toSorted((one, other) => (one.index % slots) - (other.index % slots))
}

// More rows in a second than anybody reads, or more at once while the list moves: a slow machine keeps up too.
const UNREADABLE_ROWS = 60
const ROWS_AT_ONCE = 3
const MOVING_S = 0.25
/** A list stands when it has not moved for so long after it was drawn. */
const STANDS_AFTER_MS = 120

const afterDrawing = (work: () => void) => requestAnimationFrame(() => setTimeout(work))

/** Whether rows of `height` pixels pass faster than anybody reads them; `onScroll` is told where the list is. */
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
