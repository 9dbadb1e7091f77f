import { LoadEvents, type ViewEvent } from '@awards/shared/releases'

const bodies: Blob[] = []
navigator.sendBeacon = (_url, body) => bodies.push(body as Blob) > 0

const text = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(blob)
  })

async function counted(): Promise<string[]> {
  const { sendEvents } = await import('./telemetry.ts')
  sendEvents()
  const parsed = await Promise.all(
    bodies.splice(0).map(async (body) => LoadEvents.parse(JSON.parse(await text(body))).views),
  )
  const line = ({ remote, figures, call }: ViewEvent) =>
    `${remote.name}@${remote.version} ${[...figures, ...(call ? [call] : [])].join(' ')}`
  return parsed.flat().map(line)
}

async function tab() {
  const { remoteStore } = await import('../remote-store.ts')
  for (const name of ['mf-public', 'mf-jury']) {
    remoteStore.set(name, { status: 'ready', version: '1.1.0' })
  }
  return import('./telemetry.ts')
}

beforeEach(() => {
  jest.resetModules()
  sessionStorage.clear()
  document.cookie = 'rollout=on'
})
// What a test leaves unsent would be sent by the timer of its modules, in the middle of a later test.
afterEach(counted)

test('each page of a remote is a view; the same page again is none', async () => {
  const { countView } = await tab()
  countView('mf-public', '/home')
  countView('mf-public', '/home')
  countView('mf-public', '/faq')
  countView(undefined, '/login')
  countView('mf-public', '/faq')
  expect(await counted()).toEqual(Array(3).fill('mf-public@1.1.0 views'))
})

test('a browser that fails again and again counts once, and a view that fails in two ways once', async () => {
  const { countError, countFailedCall, countView } = await tab()
  countView('mf-public', '/home')
  for (let index = 0; index < 5; index += 1) countError('mf-public', '1.1.0')
  countFailedCall('/index/winnerList')
  countFailedCall('/index/winnerList')
  countFailedCall('/index/banner')
  expect(await counted()).toEqual([
    'mf-public@1.1.0 views',
    'mf-public@1.1.0 error_views failed_views',
    'mf-public@1.1.0 api_failed_views',
    'mf-public@1.1.0 api_errors /index/winnerList',
    'mf-public@1.1.0 api_errors /index/banner',
  ])
})

test('an error counts for the release that threw it, a call for the one on screen', async () => {
  const { countError, countFailedCall, countView } = await tab()
  countFailedCall('/index/banner')
  countView('mf-public', '/home')
  countError('mf-jury', '1.1.0')
  countError('shell', '1.0.0')
  countError('mf-jury', undefined)
  countFailedCall('/index/banner')
  expect(await counted()).toEqual([
    'mf-public@1.1.0 views',
    'mf-jury@1.1.0 error_views failed_views',
    'mf-public@1.1.0 api_failed_views failed_views',
    'mf-public@1.1.0 api_errors /index/banner',
  ])
})

test('a load that fails is a failed view of the release that was wanted', async () => {
  const { countLoad } = await tab()
  countLoad('mf-jury', '1.2.0', 'fallback')
  countLoad('mf-public', '1.1.0', 'ok')
  countLoad('mf-public', '1.1.0', 'failed')
  countLoad('mf-public', undefined, 'failed')
  expect(await counted()).toEqual([
    'mf-jury@1.2.0 loads failed_loads fallbacks views failed_views',
    'mf-public@1.1.0 loads',
    'mf-public@1.1.0 loads failed_loads views failed_views',
  ])
})

test('speed is measured for the release of the first page', async () => {
  const { countView, measuredRelease } = await tab()
  expect(measuredRelease()).toBeUndefined()
  countView('mf-public', '/home')
  countView('mf-jury', '/juryreview')
  expect(measuredRelease()).toEqual({ name: 'mf-public', version: '1.1.0' })
})

test('a visitor who refused canaries counts for neither side', async () => {
  document.cookie = 'rollout=off'
  const { countError, countLoad, countView, measuredRelease } = await tab()
  countView('mf-public', '/home')
  countLoad('mf-public', '1.1.0', 'ok')
  countError('mf-public', '1.1.0')
  expect(measuredRelease()).toBeUndefined()
  expect(await counted()).toEqual([])
})

const VIEW = 'mf-public@1.1.0 views'
const FAILED_CALL = [
  'mf-public@1.1.0 api_failed_views failed_views',
  'mf-public@1.1.0 api_errors /index/banner',
]

test.each([
  [{ code: 500 }, true],
  [{ code: 409 }, true],
  [{ code: 200 }, false],
  [{ code: 401 }, false],
  [{ code: 403 }, false],
  [{ code: 422 }, false],
  ['bytes', false],
])('the answer %j is a failed call: %s', async (body, isFailure) => {
  const { countView } = await tab()
  const { withFailuresCounted } = await import('./watch-views.ts')
  countView('mf-public', '/home')
  expect(await withFailuresCounted('/index/banner', Promise.resolve(body))).toBe(body)
  expect(await counted()).toEqual(isFailure ? [VIEW, ...FAILED_CALL] : [VIEW])
})

test.each([
  [502, true],
  [0, false],
  [undefined, false],
])('a request that ends with status %s is a failed call: %s', async (status, isFailure) => {
  const { countView } = await tab()
  const { withFailuresCounted } = await import('./watch-views.ts')
  countView('mf-public', '/home')
  const failure = Object.assign(
    new Error('x'),
    status === undefined ? {} : { response: { status } },
  )
  await expect(withFailuresCounted('/index/banner', Promise.reject(failure))).rejects.toBe(failure)
  expect(await counted()).toEqual(isFailure ? [VIEW, ...FAILED_CALL] : [VIEW])
})
