import { act, renderHook } from '@testing-library/react'
import type { VirtualItem } from '@tanstack/react-virtual'
import { recycledOrder, useFastScroll, useRowRecycling } from './row-recycling.ts'

const OVERSCAN = 2
const items = (indexes: readonly number[]) => indexes.map((index) => ({ index }) as VirtualItem)

test('keeps as many rows as the screen ever needed, each in its place in the document, when the list scrolls', () => {
  proves('call judge/judgeEntryList')
  const { slots, rangeExtractor } = renderHook(useRowRecycling).result.current
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
  const { rangeExtractor } = renderHook(useRowRecycling).result.current
  expect(rangeExtractor({ startIndex: 0, endIndex: 2, overscan: 8, count: 3 })).toEqual([0, 1, 2])
})

const ROW = 72

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** Scrolls three times by `rows`, `milliseconds` apart, and returns the state after each step. */
function moved(rows: number, milliseconds: number) {
  const { result } = renderHook(() => useFastScroll(ROW))
  const step = (turn: number) =>
    act(() => {
      jest.advanceTimersByTime(milliseconds)
      result.current.onScroll(turn * rows * ROW)
    })
  const seen = [1, 2, 3].map((turn) => {
    step(turn)
    return result.current.isFastScroll
  })
  act(() => void jest.advanceTimersByTime(150))
  return { seen, after: result.current.isFastScroll }
}

test.each([
  ['a hand that turns the wheel', 1.5, 100, false],
  ['a page at a time', 10, 400, false],
  ['a page again and again', 10, 33, true],
  ['a swing', 2, 16, true],
  ['a swing on a slow machine', 6, 150, true],
])('tells a fast scroll from reading: %s is %s', (_name, rows, milliseconds, isFastScroll) => {
  proves('call judge/judgeEntryList')
  const { seen, after } = moved(rows, milliseconds)
  expect(seen.slice(1)).toEqual([isFastScroll, isFastScroll])
  expect(after).toBe(false)
})
