import { act, renderHook } from '@testing-library/react'
import { useNow, useServerTime } from './clock.tsx'

const isPast = (moment: string) => (now: number) => Date.parse(moment) <= now

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2020-01-01T00:00:00Z') }))
afterEach(() => void jest.useRealTimers())

test('the present moment is that of the server, and moves on every second', async () => {
  const { result } = renderHook(() => useNow('2027-01-24T22:00:00Z'))
  expect(new Date(result.current).toISOString()).toBe('2027-01-24T22:00:00.000Z')
  await act(async () => jest.advanceTimersByTime(2000))
  expect(new Date(result.current).toISOString()).toBe('2027-01-24T22:00:02.000Z')
})

test('the time since an answer came counts as well', () => {
  const clock = { serverNow: '2027-01-24T22:00:00Z', receivedAt: Date.now() - 60_000 }
  const read = isPast('2027-01-24T22:01:00Z')
  expect(renderHook(() => useServerTime(read, clock)).result.current).toBe(true)
})

test('a tab that is looked at again reads the clock at once', async () => {
  const read = isPast('2020-01-01T01:00:00Z')
  const { result } = renderHook(() => useServerTime(read, {}))
  jest.setSystemTime(Date.parse('2020-01-01T01:00:00Z'))
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
  expect(result.current).toBe(true)
})
