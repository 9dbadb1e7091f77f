import { act, renderHook } from '@testing-library/react'
import { usePassing } from './use-passing.ts'

const ROW = 72

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** Moves a list by so many rows each time, with so many milliseconds in between; what it was each time. */
function moved(rows: number, milliseconds: number) {
  const { result } = renderHook(() => usePassing(ROW))
  const step = (turn: number) =>
    act(() => {
      jest.advanceTimersByTime(milliseconds)
      result.current.onScroll(turn * rows * ROW)
    })
  const seen = [1, 2, 3].map((turn) => {
    step(turn)
    return result.current.isPassing
  })
  act(() => void jest.advanceTimersByTime(150))
  return { seen, after: result.current.isPassing }
}

test.each([
  ['a hand that turns the wheel', 1.5, 100, false],
  ['a page at a time', 10, 400, false],
  ['a page again and again', 10, 33, true],
  ['a swing', 2, 16, true],
  ['a swing on a slow machine', 6, 150, true],
])('%s: rows are %s', (_name, rows, milliseconds, isPassing) => {
  proves('call judge/judgeEntryList')
  const { seen, after } = moved(rows, milliseconds)
  expect(seen.slice(1)).toEqual([isPassing, isPassing])
  expect(after).toBe(false)
})
