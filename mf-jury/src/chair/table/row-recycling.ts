import { useFrozenRange } from '@awards/shared/list/use-fast-scroll'
import type { Range, VirtualItem } from '@tanstack/react-virtual'
import { useCallback, useRef } from 'react'

/**
 * Row recycling: keeps the largest number of rows that the screen needed and reuses a row that scrolls out
 * for one that scrolls in, so that scrolling mounts and unmounts nothing. A fast scroll freezes the range.
 */
export function useRowRecycling(isFastScroll: boolean) {
  const slots = useRef(0)
  const extract = useCallback(({ startIndex, endIndex, overscan, count }: Range) => {
    slots.current = Math.max(slots.current, endIndex - startIndex + 1 + 2 * overscan)
    const length = Math.min(slots.current, count)
    const first = Math.max(0, Math.min(startIndex - overscan, count - length))
    return Array.from({ length }, (_, index) => first + index)
  }, [])
  return { slots, rangeExtractor: useFrozenRange(isFastScroll, extract) }
}

/**
 * Keeps each row's place in the document while the list scrolls, since moving an element repaints it; at rest,
 * rows are in reading order.
 */
export function recycledOrder(items: readonly VirtualItem[], slots: number, isStanding: boolean) {
  if (isStanding) return items
  return items.toSorted((one, other) => (one.index % slots) - (other.index % slots))
}
