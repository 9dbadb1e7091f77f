import { act, renderHook } from '@testing-library/react'
import { useFastScroll } from './virtual-rows.ts'

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
