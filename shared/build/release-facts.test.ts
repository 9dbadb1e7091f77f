import { parseDeclaration, remoteRoutes } from './release-facts.cjs'

const route = { path: '/gallery/:id', title: 'Gallery', wrappers: ['auth'] }
const parse = (value: unknown) => () => parseDeclaration(JSON.stringify(value), 'mf-x/remote.json')

test('the pages of a remote are those of the table, or what remote.json declares', () => {
  expect(remoteRoutes('mf-jury').map(({ path }) => path)).toContain('/juryreview')
  expect(parse({ routes: [route] })()).toEqual({ routes: [route], menu: [] })
  expect(parse({ routes: [{ path: '/gallery', title: 'Gallery' }], budget: 180 })()).toEqual({
    routes: [{ path: '/gallery', title: 'Gallery', wrappers: [] }],
    menu: [],
    budget: 180,
  })
})

test.each<[unknown, RegExp]>([
  [{ routes: {} }, /routes: /],
  [{ budget: 0 }, /budget: /],
  [{ routes: [{ ...route, path: 'gallery' }] }, /routes\.0\.path \("gallery"\): is not a route/],
  [{ routes: [{ ...route, path: '/a/../b' }] }, /is not a route, as \/gallery\/:id is/],
  [{ routes: [{ ...route, wrappers: ['staff'] }] }, /routes\.0\.wrappers\.0 \("staff"\)/],
  [{ routes: [route], name: 'mf-x' }, /name/],
])('%j is refused', (value, words) => {
  expect(parse(value)).toThrow(words)
  expect(parse(value)).toThrow('mf-x/remote.json is not valid')
})

test('a file that is no JSON, and a remote without a page, are refused with what to do', () => {
  expect(() => parseDeclaration('{', 'mf-x/remote.json')).toThrow('mf-x/remote.json is not JSON')
  expect(() => remoteRoutes('mf-nothing')).toThrow('Write mf-nothing/remote.json')
})
