import { setSiteConfiguration } from '@awards/shared/client'
import { VitalsReport } from '@awards/shared/releases'
import { waitFor } from '@testing-library/dom'
import { measureVisit } from './measure-visit.ts'
// Read before the clock of the wait runs: a busy machine takes its time to read it.
import './report-vitals.ts'

type Metric = { name: string; value: number }
type Watch = (told: (metric: Metric) => void) => void
const mockWatched: [string, (metric: Metric) => void][] = []

// The library asks the browser, and jsdom has nothing to answer.
jest.mock('web-vitals', () => {
  const watch =
    (name: string): Watch =>
    (told) =>
      void mockWatched.push([name, told])
  return Object.fromEntries(
    ['LCP', 'FCP', 'CLS', 'INP', 'TTFB'].map((name) => [`on${name}`, watch(name)]),
  )
})

const idle = jest.fn<number, [() => void]>()
const beacon = jest.fn<boolean, [string, Blob]>(() => true)
const ask = (name: string, value: unknown) =>
  Object.defineProperty(navigator, name, { value, configurable: true })
const text = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(blob)
  })

beforeEach(() => {
  idle.mockReset()
  window.requestIdleCallback = idle as never
  window.matchMedia = (() => ({ matches: true })) as never
  navigator.sendBeacon = beacon as never
  ask('doNotTrack', null)
  ask('globalPrivacyControl', false)
  setSiteConfiguration({ vitals_sample: 1 })
})

test('a visit tells once, by the pattern of its route, when nothing else is to be done and it is left', async () => {
  window.history.replaceState(null, '', '/fr/winners/12?token=secret#x')
  measureVisit()
  expect(idle).toHaveBeenCalledTimes(1)
  idle.mock.calls[0]?.[0]()
  await waitFor(() => {
    expect(mockWatched).toHaveLength(5)
  })
  for (const [name, told] of mockWatched) told({ name, value: name === 'CLS' ? 0.0123 : 1_234.6 })
  expect(beacon).not.toHaveBeenCalled()
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  for (let turn = 0; turn < 2; turn++)
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  expect(beacon).toHaveBeenCalledTimes(1)
  const [address, body] = beacon.mock.calls[0] ?? []
  expect(address).toBe('/api/platform/vitals')
  expect(VitalsReport.parse(JSON.parse(await text(body as Blob)))).toEqual({
    route: '/winners/:apply_order_id',
    device: 'phone',
    vitals: ['LCP', 'FCP', 'CLS', 'INP', 'TTFB'].map((name) => ({
      name,
      value: name === 'CLS' ? 12 : 1_235,
    })),
  })
})

test.each([
  ['Do Not Track', () => ask('doNotTrack', '1')],
  ['Global Privacy Control', () => ask('globalPrivacyControl', true)],
  ['a site that does not measure', () => setSiteConfiguration({})],
])('%s: nothing is measured', (_name, given) => {
  given()
  measureVisit()
  expect(idle).not.toHaveBeenCalled()
})
