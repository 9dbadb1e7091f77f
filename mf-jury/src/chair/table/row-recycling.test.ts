import { renderHook } from '@testing-library/react'
import type { VirtualItem } from '@tanstack/react-virtual'
import { recycledOrder, useRowRecycling } from './grid-row.tsx'

const OVERSCAN = 2
const items = (indexes: readonly number[]) => indexes.map((index) => ({ index }) as VirtualItem)

test('keeps as many rows as the screen ever needed, each in its place in the document, when the list scrolls', () => {
  proves('call judge/judgeEntryList')
  const { slots, rangeExtractor } = renderHook(() => useRowRecycling(false)).result.current
  const at = (startIndex: number, endIndex: number) =>
    rangeExtractor({ startIndex, endIndex, overscan: OVERSCAN, count: 1_000 })
  expect(at(0, 4)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(at(100, 103)).toEqual([98, 99, 100, 101, 102, 103, 104, 105, 106])
  expect(at(996, 999)).toEqual([991, 992, 993, 994, 995, 996, 997, 998, 999])

  const placed = (indexes: readonly number[]) =>
    recycledOrder(items(indexes), slots.current, false).map(({ index }) => index)
  const before = placed(at(100, 104))
  const after = placed(at(102, 106))
  expect(after.filter((index, place) => before[place] === index)).toHaveLength(7)
  expect(recycledOrder(items(at(102, 106)), slots.current, true).map(({ index }) => index)).toEqual(
    at(102, 106),
  )
})

test('makes one row per entry when the list is shorter than the screen', () => {
  const { rangeExtractor } = renderHook(() => useRowRecycling(false)).result.current
  expect(rangeExtractor({ startIndex: 0, endIndex: 2, overscan: 8, count: 3 })).toEqual([0, 1, 2])
})

test('freezes the rows during a fast scroll, unless the list became shorter', () => {
  const { result, rerender } = renderHook((isFast: boolean) => useRowRecycling(isFast), {
    initialProps: false,
  })
  const at = (startIndex: number, count: number) =>
    result.current.rangeExtractor({ startIndex, endIndex: startIndex + 3, overscan: 0, count })
  const before = at(10, 1_000)
  expect(before).toEqual([10, 11, 12, 13])
  rerender(true)
  expect(at(500, 1_000)).toBe(before)
  expect(at(2, 6)).toEqual([2, 3, 4, 5])
  rerender(false)
  expect(at(500, 1_000)).toEqual([500, 501, 502, 503])
})
