import { DISCOVERY_SCHEMA, parseDiscovery } from '@awards/shared/releases'
import { localCookie, hasPage, rewriteDiscovery, rewriteDocument, type Local } from './rewrite.ts'

const local: Local = {
  name: 'mf-jury',
  version: '0.0.0-local',
  integrity: `sha384-${'A'.repeat(64)}`,
  routes: [
    {
      path: '/juryreview',
      title: 'Jury',
      wrappers: [],
    },
  ],
  contract: '^1.1.0',
}
const empty = JSON.stringify({ schema: DISCOVERY_SCHEMA, microFrontends: {} })

test('the working copy takes the place of all releases of its remote', () => {
  const text = rewriteDiscovery(empty, local)
  const { microFrontends } = parseDiscovery(JSON.parse(text))
  expect(microFrontends['mf-jury']?.map(({ url }) => url)).toEqual([
    '/mfe/mf-jury/0.0.0-local/mf-manifest.json',
  ])
  const again = parseDiscovery(JSON.parse(rewriteDiscovery(text, { ...local, name: 'mf-public' })))
  expect(Object.keys(again.microFrontends)).toEqual(['mf-jury', 'mf-public'])
})

test('a document names it too, and announces nothing of the releases any more', () => {
  const html = `<head>
    <link rel="preload" as="script" href="/mfe/mf-jury/1.0.0/remoteEntry.js" integrity="x">
    <link rel="preload" as="style" href="/mfe-b/mf-jury/1.0.0/a.css">
    <link rel="preload" as="script" href="/mfe/mf-public/1.0.0/remoteEntry.js">
    <script type="application/json" id="discovery">${empty}</script>
    <script type="application/json" id="site-configuration">{}</script></head>`
  const routes = [{ path: '/juryreview', title: '</script>', wrappers: [] }]
  const rewritten = rewriteDocument(html, { ...local, routes })
  expect(rewritten).not.toContain('mf-jury/1.0.0')
  expect(rewritten).toContain('mf-public/1.0.0')
  expect(rewritten.match(/<\/script>/g)).toHaveLength(2)
  expect(rewritten).toContain('/mfe/mf-jury/0.0.0-local/mf-manifest.json')
})

test.each([
  ['a=1; Domain=example.org; Secure; HttpOnly', 'a=1; HttpOnly'],
  ['a=1; Secure; SameSite=None', 'a=1; SameSite=Lax'],
  ['__Host-a=1; Secure; Path=/', '__Host-a=1; Secure; Path=/'],
])('cookie %s becomes %s', (cookie, kept) => expect(localCookie(cookie)).toBe(kept))

test.each([
  ['/gallery', true],
  ['/Gallery/7/', true],
  ['/gallery/7/edit', false],
  ['/', false],
])('%s is a page of the working copy: %p', (path, isPage) => {
  const routes = ['/gallery', '/gallery/:id'].map((one) => ({
    path: one,
    title: 'G',
    wrappers: [],
  }))
  expect(hasPage(routes, path)).toBe(isPage)
})
