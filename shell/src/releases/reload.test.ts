import { claimReload } from './reload.ts'

const at = (path: string) => window.history.replaceState(null, '', path)

beforeEach(() => {
  sessionStorage.clear()
  at('/winners')
})
afterEach(() => jest.useRealTimers())

test('a release may reload the tab once in ten minutes', () => {
  jest.useFakeTimers()
  expect(claimReload('mf-public', '1.0.0')).toBe(true)
  expect(claimReload('mf-public', '1.0.0')).toBe(false)
  expect(claimReload('mf-public', '1.1.0')).toBe(true)
  jest.advanceTimersByTime(10 * 60_000 + 1)
  expect(claimReload('mf-public', '1.0.0')).toBe(true)
})

test('never while a payment is waited for', () => {
  at('/pay-result?entry=1')
  expect(claimReload('mf-payment', '1.0.0')).toBe(false)
})

test('never with unsaved work', () => {
  const keep = (event: Event) => event.preventDefault()
  window.addEventListener('beforeunload', keep)
  expect(claimReload('mf-public', '1.0.0')).toBe(false)
  window.removeEventListener('beforeunload', keep)
  expect(claimReload('mf-public', '1.0.0')).toBe(true)
})

test('what somebody wrote into the storage does no harm', () => {
  sessionStorage.setItem('mfe-reloads', '{"mf-public@1.0.0":"x"}')
  expect(claimReload('mf-public', '1.0.0')).toBe(true)
  sessionStorage.setItem('mfe-reloads', 'null')
  expect(claimReload('mf-public', '1.0.0')).toBe(true)
})
