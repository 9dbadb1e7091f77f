import { render } from '@testing-library/react'
import { remoteStore } from '../remote-store.ts'
import { useStylesOf, watchStyles } from './remote-node.tsx'

const Page = ({ of }: { of: string }) => {
  useStylesOf(of)
  return null
}

/** A style sheet in the document, as the build of a release or of the shell adds it. */
function sheetAt(href: string): { disabled: boolean } {
  const sheet = { href: `http://localhost${href}`, disabled: false }
  sheets.push(sheet)
  return sheet
}
let sheets: { href: string; disabled: boolean }[] = []

beforeEach(() => {
  sheets = []
  Object.defineProperty(document, 'styleSheets', { configurable: true, get: () => sheets })
})

test('the styles of a remote apply to its own pages alone', () => {
  const shell = sheetAt('/assets/css/main.1.css')
  const mine = sheetAt('/mfe/mf-jury/1.0.0/css/1.css')
  const again = sheetAt('/mfe-b/mf-jury/1.0.0/css/2.css?retry=1')
  const other = sheetAt('/mfe/mf-public/1.0.0/css/1.css')
  const { rerender, unmount } = render(<Page of="mf-jury" />)
  expect([shell, mine, again, other].map(({ disabled }) => disabled)).toEqual([
    false,
    false,
    false,
    true,
  ])
  rerender(<Page of="mf-public" />)
  expect([shell, mine, again, other].map(({ disabled }) => disabled)).toEqual([
    false,
    true,
    true,
    false,
  ])
  unmount()
  expect([shell, mine, again, other].map(({ disabled }) => disabled)).toEqual([
    false,
    true,
    true,
    true,
  ])
})

test('of two versions the one that runs is dressed', () => {
  const newer = sheetAt('/mfe/mf-entrant/1.1.0/css/1.css')
  const older = sheetAt('/mfe/mf-entrant/1.0.0/css/1.css')
  render(<Page of="mf-entrant" />)
  remoteStore.set('mf-entrant', { status: 'ready', version: '1.0.0' })
  expect([newer.disabled, older.disabled]).toEqual([true, false])
})

test('styles that arrive while another page is shown wait for theirs', () => {
  watchStyles()
  render(<Page of="mf-public" />)
  const early = sheetAt('/mfe/mf-payment/1.0.0/css/1.css')
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  document.head.append(link)
  link.dispatchEvent(new Event('load'))
  expect(early.disabled).toBe(true)
})
