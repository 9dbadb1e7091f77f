import { useCallback, useEffect, useRef, useState } from 'react'
import type { Range, VirtualItem } from '@tanstack/react-virtual'

/**
 * Row recycling: keeps the largest number of rows that the screen needed and reuses a row that scrolls out
 * for one that scrolls in, so that scrolling mounts and unmounts nothing.
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
 * Keeps each row's place in the document while the list scrolls, since moving an element repaints it; at rest,
 * rows are in reading order.
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
