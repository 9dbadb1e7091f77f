import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { customMedia } from '../shared/src/theme/breakpoints.ts'
import { tokensCss } from '../shared/src/theme/tokens.ts'

const ROOT = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Files with widths of their own: mail programs and the pages of other firms know none of the site's styles. */
const EXEMPT = [/^shared\/src\/theme\/breakpoints\.ts$/, /^api\/src\/mail\//, /^simulators\//]

const files = globSync(
  '{api,mf-*,platform,shared,shell,simulators,tools/mfe}/**/*.{css,ts,tsx,txt}',
  {
    cwd: ROOT,
    exclude: (name) => /(^|\/)(node_modules|dist|\.cache)$/.test(name),
  },
).filter((file) => !/\.test\.tsx?$/.test(file) && !EXEMPT.some((exempt) => exempt.test(file)))

const LENGTH = String.raw`(?:\$\{|[\d.]+(?:r?em|px))`
const WIDTH_QUERY = new RegExp(
  String.raw`\((?:(?:(?:min|max)-)?(?:device-)?width\s*(?:[<>]=?|:)\s*${LENGTH}|${LENGTH}\s*[<>]=?\s*width)[^)]*\)`,
  'g',
)
const NAMED_QUERY = /\(--(?:from|below)-[\w-]+\)/g

const widthQueries = (text: string) => text.match(WIDTH_QUERY) ?? []

test.each([
  '@media (max-width: 40rem) {',
  '@media screen and (width < 40.5em) {',
  '@media (30rem <= width < 40rem) {',
  "matchMedia('(min-width: 768px)')",
  'sizes="(width >= 48rem) 50vw, 100vw"',
  'const SIZES = `(width >= ${LIMIT}rem) 50vw, 100vw`',
])('a width query is found in %s', (line) => expect(widthQueries(line)).toHaveLength(1))

test('widths of windows stand in the tokens alone', () => {
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    widthQueries(read(file)).map((query) => `${file}: ${query}`),
  )
  expect(found).toEqual([])
})

test('style sheets name breakpoints that exist', () => {
  const known = new Set(customMedia().match(/--[\w-]+/g))
  const named = files
    .filter((file) => /\.css(\.txt)?$/.test(file))
    .flatMap((file) => (read(file).match(NAMED_QUERY) ?? []).map((query) => [file, query] as const))
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(([, query]) => !known.has(query.slice(1, -1)))).toEqual([])
})

test('the style sheet of the tokens is what tokens.ts generates', () => {
  expect(read('shared/src/theme/tokens.css')).toBe(tokensCss())
})
