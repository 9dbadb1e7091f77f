import type { Range, VirtualItem } from '@tanstack/react-virtual'
import { useCallback, useRef } from 'react'

/**
 * As many rows as the screen has ever needed, wherever the list stands: a row that leaves becomes the next
 * one that comes, and none is made or taken away.
 */
export function useSlots() {
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
export function inPlaces(items: readonly VirtualItem[], slots: number, isStanding: boolean) {
  if (isStanding) return items
  return items.toSorted((one, other) => (one.index % slots) - (other.index % slots))
}
