import { BusinessError } from '@awards/shared/client'
import { renderHook } from '@testing-library/react'
import { createAutosave, isTransient, useFlushOnHidden } from './autosave.ts'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('runs one save at a time; a flush during a save joins it', async () => {
  let finish = () => {}
  const save = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  const autosave = createAutosave('idle', save)
  const flushed = Promise.all([autosave.flush(), autosave.flush()])
  expect(save).toHaveBeenCalledTimes(1)
  finish()
  await flushed
  expect(autosave.running()).toBeUndefined()
  void autosave.flush()
  expect(save).toHaveBeenCalledTimes(2)
})

test.each([
  ['last', 1],
  ['first', 3],
] as const)('saves a pause after the %s change', async (pauseAfter, saves) => {
  const save = jest.fn(async () => undefined)
  const autosave = createAutosave('idle', save, { pauseAfter })
  for (let change = 0; change < 6; change += 1) {
    autosave.saveSoon()
    await jest.advanceTimersByTimeAsync(500)
  }
  await jest.advanceTimersByTimeAsync(2_000)
  expect(save).toHaveBeenCalledTimes(saves)
})

test('retries after its interval, and not once it is stopped', async () => {
  const save = jest.fn(async () => undefined)
  const autosave = createAutosave('idle', save, { retryMs: 4_000 })
  autosave.retryLater()
  await jest.advanceTimersByTimeAsync(3_900)
  expect(save).not.toHaveBeenCalled()
  await jest.advanceTimersByTimeAsync(200)
  expect(save).toHaveBeenCalledTimes(1)
  autosave.retryLater()
  autosave.stop()
  await jest.advanceTimersByTimeAsync(10_000)
  expect(save).toHaveBeenCalledTimes(1)
})

test('calls its listeners with each new snapshot until they leave', () => {
  const autosave = createAutosave('idle', async () => undefined)
  const seen: string[] = []
  const leave = autosave.subscribe(() => seen.push(autosave.snapshot()))
  autosave.show('saving')
  leave()
  autosave.show('saved')
  expect(seen).toEqual(['saving'])
})

test.each([
  [new TypeError('offline'), true],
  [new BusinessError(429, 'Not now'), true],
  [new BusinessError(503, 'Not now'), true],
  [new BusinessError(401, 'Sign in'), false],
  [new BusinessError(409, 'Changed elsewhere'), false],
  [new BusinessError(422, 'Wrong'), false],
])('tells whether an error is transient: %s', (error, expected) => {
  expect(isTransient(error)).toBe(expected)
})

test('flushes when the tab is hidden or discarded, and not after the form has left', () => {
  const flush = jest.fn()
  const { unmount } = renderHook(() => useFlushOnHidden(flush))
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('pagehide'))
  expect(flush).toHaveBeenCalledTimes(2)
  unmount()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(flush).toHaveBeenCalledTimes(2)
})
