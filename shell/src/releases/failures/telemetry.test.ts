import { LoadEvents, type LoadEvent } from '@awards/shared/releases'
import type { TrackedEvent } from './telemetry.ts'

const bodies: Blob[] = []
navigator.sendBeacon = (_url, body) => bodies.push(body as Blob) > 0

const load: TrackedEvent = {
  remote: 'mf-jury',
  version: '1.1.0',
  problem: { phase: 'entry', kind: 'http', status: 404, url: '/mfe/mf-jury/1.1.0/remoteEntry.js' },
  outcome: 'fallback',
  fallbackVersion: '1.0.0',
  trace: 'abc',
  attempt: 0,
  since: Date.now() - 1200.7,
  message: 'x'.repeat(1000),
}

const text = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(blob)
  })

async function sent(): Promise<LoadEvent[]> {
  const parsed = await Promise.all(
    bodies.splice(0).map(async (body) => LoadEvents.parse(JSON.parse(await text(body))).events),
  )
  return parsed.flat()
}

beforeEach(() => jest.resetModules())

test('what is sent is what the server reads', async () => {
  const { sendEvents, track: tell } = await import('./telemetry.ts')
  tell(load)
  tell({ ...load, remote: 'shell', version: undefined, problem: { phase: 'discovery' } })
  sendEvents()
  expect(await sent()).toMatchObject([
    {
      remote: {
        name: 'mf-jury',
        version: '1.1.0',
        entry_url: '/mfe/mf-jury/1.1.0/remoteEntry.js',
      },
      phase: 'entry',
      kind: 'http',
      http_status: 404,
      attempt: 1,
      outcome: 'fallback',
      fallback_version: '1.0.0',
      pinned: false,
    },
    { remote: { name: 'shell' }, phase: 'discovery' },
  ])
})

test('the same is said once, and never more than fifty times in a minute', async () => {
  const { sendEvents, track: tell } = await import('./telemetry.ts')
  tell(load)
  tell({ ...load, trace: 'other' })
  for (let index = 0; index < 100; index++) tell({ ...load, message: `failure ${index}` })
  sendEvents()
  expect(await sent()).toHaveLength(50)
  sendEvents()
  expect(bodies).toHaveLength(0)
})

test('what is left goes when the page is hidden', async () => {
  const { sendEventsOnLeave: sendOnLeave, track: tell } = await import('./telemetry.ts')
  sendOnLeave()
  tell(load)
  window.dispatchEvent(new Event('pagehide'))
  expect(await sent()).toHaveLength(1)
})
