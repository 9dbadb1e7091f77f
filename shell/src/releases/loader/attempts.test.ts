import { SLOW_AFTER_MS } from '@awards/shared/releases'
import { interruptible, Interruption, interruptLoad, type Load } from './attempts.ts'
import { remoteStore, slowLoads } from '../remote-store.ts'

const load = (): Load => ({ name: 'mf-jury', trace: 'x', since: Date.now(), attempt: 1 })
const never = () => new Promise<never>(() => undefined)

function showLoading() {
  const waiting = { since: Date.now(), slow: false, attempt: 1, previous: '0.9.0' }
  remoteStore.set('mf-jury', { status: 'loading', version: '1.0.0', ...waiting })
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('a load that takes long is said to be slow, with what can be used instead', async () => {
  showLoading()
  const pending = interruptible(load(), never)
  jest.advanceTimersByTime(SLOW_AFTER_MS - 1)
  expect(slowLoads(remoteStore.getAll())).toEqual([])
  jest.advanceTimersByTime(1)
  expect(slowLoads(remoteStore.getAll())).toEqual([{ name: 'mf-jury', previous: '0.9.0' }])
  interruptLoad('mf-jury', 'previous')
  await expect(pending).rejects.toEqual(new Interruption('previous'))
})

test('the time of earlier tries counts', () => {
  showLoading()
  void interruptible({ ...load(), since: Date.now() - 7_000 }, never).catch(() => undefined)
  jest.advanceTimersByTime(1_000)
  expect(slowLoads(remoteStore.getAll())).toHaveLength(1)
  interruptLoad('mf-jury', 'retry')
})

test('what is given up is told to stop', async () => {
  let stopped = false
  const pending = interruptible(load(), (signal) => {
    signal.addEventListener('abort', () => (stopped = true))
    return never()
  })
  expect(interruptLoad('mf-jury', 'retry')).toBe(true)
  await expect(pending).rejects.toBeInstanceOf(Interruption)
  expect(stopped).toBe(true)
  expect(interruptLoad('mf-jury', 'retry')).toBe(false)
})
