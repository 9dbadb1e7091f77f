import path from 'node:path'
import hotLoader from './hot-loader.cjs'

const ROOT = path.resolve(__dirname, '../../..')

const load = (source: string) =>
  hotLoader.call({ resourcePath: path.join(ROOT, 'mf-jury/src/desk.tsx') }, source)

/** What a module is registered with: the fingerprint of the module, or the hooks of a component. */
const registered = (source: string, call: string) =>
  new RegExp(`${call}\\(['"][^'"]+['"], '(\\w+)'`).exec(load(source))?.[1]

test('components are registered on the lines where they stand', () => {
  const source = [
    "import { memo } from 'react'",
    '/** A desk. */',
    'export const Desk = () => <Row />',
    'export const Row = memo(function Row() { return null }, same)',
    'export function Seat() { return null }',
    'const LABELS = () => ({})',
  ]
  const lines = load(source.join('\n'))
    .replaceAll(/'[\da-f]{12}'/g, "'…'")
    .split('\n')
  expect(lines[0]).toBe(source[0])
  expect(lines[2]).toMatch(
    /^import \{ hotModule \} from ".*hot-components\.ts"; const \$hot = hotModule\("mf-jury\/src\/desk\.tsx", '…'\); Seat = \$hot\.component\('Seat', '…', Seat\); export const Desk = \$hot\.component\('Desk', '…', \(\) => <Row \/>\)$/,
  )
  expect(lines[3]).toBe(
    "export const Row = $hot.memo('Row', memo($hot.component('Row', '…', function Row() { return null }), same))",
  )
  expect(lines.slice(4)).toEqual(source.slice(4))
})

const seat = (inside: string, outside = '') =>
  `${outside}\nexport function Seat() { ${inside}; return <p>{text}</p> }`

test('an edit of what a component draws is no edit of its hooks or of its module', () => {
  const [before, after] = [seat("const text = 'one'"), seat("const text = 'two'")]
  for (const call of ['component', 'hotModule']) {
    expect(registered(before, call)).toBe(registered(after, call))
  }
})

test('an edit of a hook is one of the component alone', () => {
  const [before, after] = [seat('const text = useState(1)'), seat('const text = useState(2)')]
  expect(registered(before, 'component')).not.toBe(registered(after, 'component'))
  expect(registered(before, 'hotModule')).toBe(registered(after, 'hotModule'))
})

test('an edit beside the components is one of the module; imports and types are none', () => {
  const before = seat('')
  const typed = seat('', "import { a } from './a.ts'; type A = typeof a")
  expect(registered(typed, 'hotModule')).toBe(registered(before, 'hotModule'))
  const changed = seat('', 'const LIMIT = 3')
  expect(registered(changed, 'hotModule')).not.toBe(registered(before, 'hotModule'))
})
