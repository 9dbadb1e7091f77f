import { useCallback, useRef } from 'react'
import type { Range, VirtualItem } from '@tanstack/react-virtual'

/**
 * Row recycling: keeps the largest number of rows that the screen needed and reuses a row that scrolls out
 * for one that scrolls in, so that scrolling mounts and unmounts nothing. A fast scroll freezes the range: rows stay
 * where they were, nothing is rendered, and the skeleton in the list's background scrolls by on the compositor.
 */
export function useRowRecycling(isFastScroll: boolean) {
  const slots = useRef(0)
  const range = useRef<number[]>([])
  const rangeExtractor = useCallback(
    ({ startIndex, endIndex, overscan, count }: Range) => {
      if (isFastScroll && (range.current.at(-1) ?? count) < count) return range.current
      slots.current = Math.max(slots.current, endIndex - startIndex + 1 + 2 * overscan)
      const length = Math.min(slots.current, count)
      const first = Math.max(0, Math.min(startIndex - overscan, count - length))
      range.current = Array.from({ length }, (_, index) => first + index)
      return range.current
    },
    [isFastScroll],
  )
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
