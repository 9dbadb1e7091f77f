import { createAutosave } from './autosave.ts'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('one that has ended begins no save and no retry, also where the save in flight asks for one', async () => {
  let finish = () => {}
  const save = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  const autosave = createAutosave('idle', async (): Promise<void> => {
    await save()
    autosave.retryLater()
  })
  void autosave.flush()
  expect(autosave.isEnded()).toBe(false)
  autosave.end()
  expect(autosave.isEnded()).toBe(true)
  finish()
  await jest.advanceTimersByTimeAsync(30_000)
  autosave.saveSoon()
  await jest.advanceTimersByTimeAsync(30_000)
  expect(save).toHaveBeenCalledTimes(1)
})

test('a timer that was set before ends too', async () => {
  const save = jest.fn(async () => undefined)
  const autosave = createAutosave('idle', save)
  autosave.saveSoon()
  autosave.end()
  await jest.advanceTimersByTimeAsync(30_000)
  expect(save).not.toHaveBeenCalled()
})
