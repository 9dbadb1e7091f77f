import { DISCOVERY_SCHEMA, manifestUrl, parseDiscovery } from '@awards/shared/releases'
import { isWithdrawn, checkForNavigation, findUpdates, watchUpdates, updates } from './updates.ts'
import { remoteStore } from './remote-store.ts'

const entry = (version: string, withdrawn: string[]) => ({
  url: manifestUrl('mf-jury', version),
  metadata: { version, integrity: `sha384-${'A'.repeat(64)}` },
  deployment: { traffic: 100, default: true },
  extras: {
    modulefederation: {
      name: 'mf_jury',
      exposes: ['./routes'],
      routes: [],
      kind: 'primary',
      contract: '^1.0.0',
      timeoutMs: 8e3,
      prefetch: [],
      withdrawn,
    },
  },
})
const documentOf = (version: string, withdrawn: string[] = []) => ({
  schema: DISCOVERY_SCHEMA,
  microFrontends: { 'mf-jury': [entry(version, withdrawn)] },
})
const stale = (version: string, withdrawn?: string[]) =>
  findUpdates(parseDiscovery(documentOf(version, withdrawn)))

let asked = 0
let answer: () => Promise<Response>
window.fetch = () => {
  asked += 1
  return answer()
}

beforeEach(() => {
  jest.useFakeTimers()
  remoteStore.set('mf-jury', { status: 'ready', version: '1.0.0' })
  updates.set([])
  asked = 0
})
afterEach(() => jest.useRealTimers())

test('another version than the loaded one is news', () => {
  expect(stale('1.0.0')).toEqual([])
  expect(stale('1.1.0')).toEqual([
    { name: 'mf-jury', loaded: '1.0.0', next: '1.1.0', withdrawn: false },
  ])
  expect(stale('0.9.0', ['1.0.0'])).toMatchObject([{ next: '0.9.0', withdrawn: true }])
})

test('a tab that fell back is not told of the version that it could not use', () => {
  const state = {
    status: 'degraded',
    version: '1.0.0',
    wanted: '1.1.0',
    reason: undefined,
  } as const
  remoteStore.set('mf-jury', state)
  expect(stale('1.1.0')).toEqual([])
  expect(stale('1.1.1')).toHaveLength(1)
})

test('a remote that is not loaded is no news', () => {
  remoteStore.set('mf-jury', { status: 'idle' })
  expect(stale('1.1.0')).toEqual([])
})

test('a navigation asks no more often than every five seconds, and waits only a moment', async () => {
  watchUpdates()
  await checkForNavigation()
  expect(asked).toBe(0)
  jest.advanceTimersByTime(5001)
  answer = () => Promise.resolve(Response.json(documentOf('0.9.0', ['1.0.0'])))
  await checkForNavigation()
  expect(asked).toBe(1)
  expect(isWithdrawn('mf-jury')).toBe(true)
  await checkForNavigation()
  expect(asked).toBe(1)

  jest.advanceTimersByTime(5001)
  answer = () => new Promise(() => undefined)
  let isOver = false
  const waiting = checkForNavigation().then(() => (isOver = true))
  await jest.advanceTimersByTimeAsync(390)
  expect(isOver).toBe(false)
  await jest.advanceTimersByTimeAsync(20)
  await waiting
  expect(isOver).toBe(true)
})
