import { LOAD_BUDGET_MS } from '@awards/shared/releases'
import { focusHeading } from './root.tsx'

const show = (html: string) => (document.body.innerHTML = `<main>${html}</main>`)
const focused = () => document.activeElement?.tagName

beforeEach(() => {
  jest.useFakeTimers()
  show('<input>')
})
afterEach(() => jest.useRealTimers())

test('the heading gets the focus as soon as it is there, also from a field', () => {
  focusHeading()
  document.querySelector('input')?.focus()
  jest.advanceTimersByTime(1_000)
  expect(focused()).toBe('INPUT')
  document.querySelector('main')?.insertAdjacentHTML('afterbegin', '<h1>Winners</h1>')
  jest.advanceTimersByTime(50)
  expect(focused()).toBe('H1')
})

test('a heading that comes late gets it where nobody has it, and takes it from nobody', () => {
  focusHeading()
  jest.advanceTimersByTime(LOAD_BUDGET_MS - 1_000)
  show('<h1>Winners</h1>')
  jest.advanceTimersByTime(50)
  expect(focused()).toBe('H1')

  show('<input>')
  focusHeading()
  jest.advanceTimersByTime(LOAD_BUDGET_MS - 1_000)
  document.querySelector('input')?.focus()
  document.querySelector('main')?.insertAdjacentHTML('afterbegin', '<h1>Winners</h1>')
  jest.advanceTimersByTime(50)
  expect(focused()).toBe('INPUT')
})

test('who goes on elsewhere is waited for no longer', () => {
  const stop = focusHeading()
  stop()
  show('<h1>Winners</h1>')
  jest.advanceTimersByTime(50)
  expect(focused()).toBe('BODY')
})
