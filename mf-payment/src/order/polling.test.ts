import { EAGER_FOR_MS, EAGER_MS, PATIENT_MS, pollDelay, startPolling } from './polling.ts'

let hidden = false
const look = (isLookedAt: boolean) => {
  hidden = !isLookedAt
  document.dispatchEvent(new Event('visibilitychange'))
}
const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds)
let stop = () => {}
const polling = (ask: () => Promise<unknown> = async () => undefined) => {
  const asked = jest.fn(ask)
  stop = startPolling({ ask: asked })
  return asked
}

beforeEach(() => {
  hidden = false
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
  jest.useFakeTimers()
})
afterEach(() => {
  stop()
  jest.useRealTimers()
})

test('polls fast for two minutes, slowly after that', () => {
  expect(pollDelay(0)).toBe(EAGER_MS)
  expect(pollDelay(EAGER_FOR_MS - 1, 3_000)).toBe(3_000)
  expect(pollDelay(EAGER_FOR_MS)).toBe(PATIENT_MS)
})

test('polls every 2.5 s, later every 10 s', async () => {
  const asked = polling()
  await pass(EAGER_FOR_MS)
  expect(asked).toHaveBeenCalledTimes(EAGER_FOR_MS / EAGER_MS)
  await pass(60_000)
  expect(asked).toHaveBeenCalledTimes(EAGER_FOR_MS / EAGER_MS + 6)
})

test('sends one request at a time when answers are slow', async () => {
  let answer = () => {}
  const asked = polling(() => new Promise<void>((done) => (answer = done)))
  await pass(60_000)
  expect(asked).toHaveBeenCalledTimes(1)
  answer()
  await pass(EAGER_MS)
  expect(asked).toHaveBeenCalledTimes(2)
})

test('goes on polling when a request fails', async () => {
  const asked = polling(() => Promise.reject(new Error('offline')).catch(() => undefined))
  await pass(3 * EAGER_MS)
  expect(asked).toHaveBeenCalledTimes(3)
})

test('pauses when the page is hidden; polls at once and fast when it is visible again', async () => {
  const asked = polling()
  await pass(EAGER_FOR_MS + PATIENT_MS)
  const before = asked.mock.calls.length
  look(false)
  await pass(10 * PATIENT_MS)
  expect(asked).toHaveBeenCalledTimes(before)
  look(true)
  await pass(0)
  expect(asked).toHaveBeenCalledTimes(before + 1)
  await pass(EAGER_MS)
  expect(asked).toHaveBeenCalledTimes(before + 2)
})

test('schedules no poll when an answer arrives while the page is hidden', async () => {
  let answer = () => {}
  const asked = polling(() => new Promise<void>((done) => (answer = done)))
  await pass(EAGER_MS)
  look(false)
  answer()
  await pass(10 * PATIENT_MS)
  expect(asked).toHaveBeenCalledTimes(1)
})

test('polls at once when the network is back', async () => {
  const asked = polling()
  window.dispatchEvent(new Event('online'))
  await pass(0)
  expect(asked).toHaveBeenCalledTimes(1)
})

test('sends nothing after it is stopped', async () => {
  const asked = polling()
  stop()
  look(true)
  await pass(60_000)
  expect(asked).not.toHaveBeenCalled()
})
