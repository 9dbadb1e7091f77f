import { holdWork, openTab, watchReloads } from './testing/tab.ts'

const KEY = 'mfe-pins'

/** The module as a new document has it. */
async function boot() {
  jest.resetModules()
  const pins = await import('./pins.ts')
  pins.startPins()
  return pins
}

let reloads: ReturnType<typeof watchReloads>
beforeEach(() => (reloads = watchReloads()))
afterEach(() => reloads.stop())

test('the pins of a link hold this tab, and leave the address as it was otherwise', async () => {
  openTab('/winners?q=a%20b&mfe=mf-jury@1.5.0-pr88.3,mf-payment@staging&page=2#top')
  const { activePins, isPinned } = await boot()
  expect(activePins()).toEqual([
    { name: 'mf-jury', at: '1.5.0-pr88.3' },
    { name: 'mf-payment', at: 'staging' },
  ])
  expect(isPinned('mf-jury')).toBe(true)
  expect(isPinned('mf-public')).toBe(false)
  expect(window.location.href).toBe('http://localhost/winners?q=a%20b&page=2#top')
  expect(window.history.state).toEqual({ key: 'router' })
  const next = await boot()
  expect(next.activePins()).toEqual(activePins())
})

test('a path that could name another site does not end the start', async () => {
  openTab('/')
  window.history.replaceState(null, '', 'http://localhost//evil.test/x?mfe=mf-jury@1.5.0')
  const { activePins } = await boot()
  expect(activePins()).toEqual([{ name: 'mf-jury', at: '1.5.0' }])
  expect(window.location.href).toBe('http://localhost//evil.test/x')
})

test('a link gives exactly its own pins; an empty one only asks for the panel', async () => {
  openTab('/')
  sessionStorage.setItem(KEY, 'mf-jury@1.5.0')
  window.history.replaceState(null, '', '/?mfe=')
  const asked = await boot()
  expect(asked.activePins()).toEqual([{ name: 'mf-jury', at: '1.5.0' }])
  expect(asked.pinStore.getSnapshot().isPanelAsked).toBe(true)
  window.history.replaceState(null, '', '/?mfe=mf-public@2.0.0')
  expect((await boot()).activePins()).toEqual([{ name: 'mf-public', at: '2.0.0' }])
})

const HOSTILE = [
  'mf-jury@https://evil.test/x.js',
  'mf-jury@//evil.test',
  'mf-jury@..%2f..%2f',
  'mf-jury@javascript:alert(1)',
  'mf-jury@localhost.evil.com',
  'https://evil.test/x.js@1.0.0',
  '%E0%A4%A',
  '__proto__@1.0.0',
  '{"name":"mf-jury","at":"1.0.0"}',
  'x'.repeat(10_000),
].map((value) => [value.slice(0, 40), value])

test.each(HOSTILE)('%s in the address is told and changes nothing', async (_start, value = '') => {
  openTab('/')
  sessionStorage.setItem(KEY, 'mf-jury@1.5.0')
  window.history.replaceState(null, '', `/winners?mfe=${value}`)
  const { activePins, pinStore } = await boot()
  expect(activePins()).toEqual([{ name: 'mf-jury', at: '1.5.0' }])
  expect(pinStore.getSnapshot().malformed).not.toEqual([])
  expect(window.location.search).toBe('')
})

test.each(HOSTILE)(
  '%s in the storage of the tab is dropped and told',
  async (_start, value = '') => {
    openTab('/winners')
    sessionStorage.setItem(KEY, value)
    const { activePins, pinStore, setPin } = await boot()
    expect(activePins()).toEqual([])
    expect(pinStore.getSnapshot().malformed).not.toEqual([])
    expect(sessionStorage.getItem(KEY)).toBeNull()
    // What is planted later is parsed again before it is written back.
    sessionStorage.setItem(KEY, value)
    setPin('mf-public', '1.0.0')
    expect(sessionStorage.getItem(KEY)).toBe('mf-public@1.0.0')
  },
)

test('nothing but the address and the storage of the tab is read', async () => {
  openTab('/winners')
  localStorage.setItem(KEY, 'mf-jury@1.5.0')
  document.cookie = `${KEY}=mf-jury@1.5.0`
  document.cookie = 'mfe=mf-jury@1.5.0'
  window.name = '?mfe=mf-jury@1.5.0'
  expect((await boot()).activePins()).toEqual([])
})

test('a site without pins takes none, keeps none and says so', async () => {
  openTab('/winners?mfe=mf-jury@1.5.0&page=2', { pins: 'off' })
  const { activePins, pinStore } = await boot()
  expect(activePins()).toEqual([])
  expect(pinStore.getSnapshot().refused).toBe(true)
  expect(sessionStorage.getItem(KEY)).toBeNull()
  expect(window.location.search).toBe('?page=2')
  expect((await boot()).pinStore.getSnapshot().refused).toBe(false)
})

test('what the server says about a pin is found by its remote', async () => {
  openTab('/?mfe=mf-jury@9.9.9,mf-public@1.0.0')
  const { pinProblemOf, setPinProblems } = await boot()
  setPinProblems([{ pin: 'mf-jury@9.9.9', problem: 'unknown-version' }])
  expect(pinProblemOf('mf-jury')).toBe('unknown-version')
  expect(pinProblemOf('mf-public')).toBeUndefined()
})

test('a change counts from the next document on, which is loaded at once', async () => {
  openTab('/?mfe=mf-jury@1.5.0')
  const { activePins, pinStore, resetPins, setPin } = await boot()
  expect(setPin('mf-public', 'staging')).toBe(true)
  expect(reloads.count()).toBe(1)
  expect(activePins()).toEqual([{ name: 'mf-jury', at: '1.5.0' }])
  expect(pinStore.getSnapshot().next).toHaveLength(2)
  expect(setPin('mf-jury')).toBe(true)
  expect(sessionStorage.getItem(KEY)).toBe('mf-public@staging')
  expect(resetPins()).toBe(true)
  expect(sessionStorage.getItem(KEY)).toBeNull()
  expect((await boot()).activePins()).toEqual([])
})

test('with unsaved work nothing is loaded anew, but the choice is kept', async () => {
  openTab('/?mfe=mf-jury@1.5.0')
  const { resetPins, setPin } = await boot()
  const save = holdWork()
  expect(setPin('mf-public', '1.0.0')).toBe(false)
  expect(resetPins()).toBe(false)
  expect(reloads.count()).toBe(0)
  expect(sessionStorage.getItem(KEY)).toBeNull()
  save()
  expect(resetPins()).toBe(true)
  expect(reloads.count()).toBe(1)
})

test('a tab that may keep nothing still has the pins of its link, and says that they end', async () => {
  openTab('/?mfe=mf-jury@1.5.0')
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  const write = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  const { activePins, pinStore } = await boot()
  expect(activePins()).toEqual([{ name: 'mf-jury', at: '1.5.0' }])
  expect(pinStore.getSnapshot().unkept).toBe(true)
  write.mockRestore()
})
