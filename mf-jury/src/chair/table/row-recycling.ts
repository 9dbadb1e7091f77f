import { useCallback, useRef } from 'react'
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
