import { parseDeclaration, remoteRoutes } from './release-facts.cjs'

const route = { path: '/gallery/:id', title: 'Gallery', wrappers: ['auth'] }
const parse = (value: unknown) => () => parseDeclaration(JSON.stringify(value), 'mf-x/remote.json')

test('the pages of a remote are what its remote.json declares', () => {
  // The site's own table has the rest of a page with a name; older registries would refuse a key that they do not know.
  expect(remoteRoutes('mf-jury')).toContainEqual({
    path: '/juryreview',
    title: 'JuryReview',
    wrappers: ['onlyJury'],
  })
  const [page] = parse({ routes: [{ ...route, query: ['year'] }] })().routes
  expect(page).toMatchObject({ query: ['year'] })
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
  [{ routes: [{ ...route, query: ['Year=1'] }] }, /query\.0 \("Year=1"\)/],
  [{ routes: [{ ...route, name: 'Gallery!' }] }, /routes\.0\.name \("Gallery!"\)/],
  // It would be dropped on the way to the table, and the page be open to more than it should.
  [
    { routes: [{ ...route, name: 'gallery', rights: ['admit'] }] },
    /routes\.0\.rights: is for pages/,
  ],
  [{ routes: [{ ...route, frame: 'desk', hasViews: true }] }, /routes\.0\.hasViews: is for pages/],
  [{ routes: [route], name: 'mf-x' }, /name/],
])('%j is refused', (value, words) => {
  expect(parse(value)).toThrow(words)
  expect(parse(value)).toThrow('mf-x/remote.json is not valid')
})

test('a file that is no JSON, and a remote without a page, are refused with what to do', () => {
  expect(() => parseDeclaration('{', 'mf-x/remote.json')).toThrow('mf-x/remote.json is not JSON')
  expect(() => remoteRoutes('mf-nothing')).toThrow('Write mf-nothing/remote.json')
})
