import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { registryFixture } from '../../../../api/test/registry-fixture.ts'
import { testApi } from '../../../../api/test/test-api.ts'
import { REMOTE, SHELL, TEMPLATE } from './pages.fixture.ts'

const VERSION = '1.0.0-0123abcdef'
const PATIENCE_MS = 100_000
const SITE_URL = 'https://award.example'
const folder = mkdtempSync(join(tmpdir(), 'pages-'))
const api = await testApi({ MFE_DIR: folder, SITE_URL })
const registry = registryFixture(api)
const get = (url: string, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'GET', url, headers })
/** The same for a page that has content: a busy machine may send the first documents without. */
async function rendered(url: string) {
  const limit = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await get(url)
    if (answer.body.includes('data-rendered') || Date.now() > limit) return answer
    await delay(100)
  }
}
/** How often the page had been rendered when this document was made. */
const timesOf = async (url: string) => Number(/times:(\d+)/.exec((await rendered(url)).body)?.[1])
const factsOf = async (path: string) => {
  const { body } = await rendered(path)
  return JSON.parse(/<!--facts:(.*?)-->/.exec(body)?.[1] ?? '{}') as Record<string, unknown>
}

beforeAll(async () => {
  // What is remembered for some seconds is so for as long as a slow machine takes.
  api.setTime(new Date())
  mkdirSync(join(folder, 'shell'))
  writeFileSync(join(folder, 'shell/index.html'), TEMPLATE)
  writeFileSync(join(folder, 'shell/server.cjs'), SHELL)
  writeFileSync(join(folder, 'shell/shell-release.json'), '{"name":"shell","version":"1.0.0-a"}')
  await registry.release('mf-public', VERSION, { files: { 'server/routes.cjs': REMOTE } })
  await registry.deploy('production', 'mf-public', VERSION)
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a document carries its page, and what search engines read of it', async () => {
  const { body, statusCode } = await rendered('/fr/winners?award=gold&current=2&utm_source=x')
  expect(statusCode).toBe(200)
  expect(body).toContain(`<div id="root" data-rendered="mf-public@${VERSION}"><main lang="fr">`)
  expect(body).toContain('search:?award=gold&amp;current=2<')
  for (const tag of [
    '<title>A &lt;title&gt; · Prix de design</title>',
    '<meta name="description" content="What &quot;it&quot; says">',
    `<link rel="canonical" href="${SITE_URL}/fr/winners?current=2">`,
    `<link rel="alternate" hreflang="en" href="${SITE_URL}/winners?current=2">`,
    `<link rel="alternate" hreflang="zh-CN" href="${SITE_URL}/zh/winners?current=2">`,
    `<link rel="alternate" hreflang="x-default" href="${SITE_URL}/winners?current=2">`,
    `<meta property="og:image" content="${SITE_URL}/pictures/1/og.jpg">`,
    '<meta name="twitter:card" content="summary_large_image">',
    ' type="application/rss+xml" title="Prix de design" href="/fr/rss.xml">',
    ' type="image/avif" fetchpriority="high" imagesrcset="/a.avif 480w" imagesizes="100vw">',
    '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Thing",',
    '<script type="application/json" id="answers">{"queries":{}}</script>',
  ]) {
    expect(body).toContain(tag)
  }
  expect(body).not.toContain('</script><b>')
  expect(body).not.toContain('<noscript')
})

test('a page that is not there answers 404, and nobody is to keep it', async () => {
  for (const path of ['/winners/404', '/nowhere/at/all']) {
    const { body, statusCode } = await rendered(path)
    expect([path, statusCode]).toEqual([path, 404])
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(body).not.toMatch(/rel="canonical"|hreflang/)
  }
  expect((await rendered('/nowhere')).body).toContain('data-rendered="shell@1.0.0-a"')
})

test('pages for people who are signed in have no content', async () => {
  for (const path of ['/login', '/account', '/']) {
    expect((await get(path)).body).toContain('<div id="root"></div>')
  }
})

test('a page is rendered once for all, until what it shows changes', async () => {
  const first = await timesOf('/news')
  expect(await timesOf('/news')).toBe(first)
  expect(await timesOf('/news?utm_source=letter&x=1')).toBe(first)
  expect(await timesOf('/fr/news')).toBeGreaterThan(first)
  const document = JSON.stringify({ changed: true })
  await api.db.insertInto('site_documents').values({ code: 'changed', document }).execute()
  await api.context.publicCache.settle()
  expect(await timesOf('/news')).toBeGreaterThan(first)
})

test('a page asks as a visitor, and for what anybody may read', async () => {
  const facts = await factsOf('/about')
  expect(facts['awards']).toMatchObject({ code: 200 })
  expect(facts['user']).toBe('TypeError')
})

test('code of a page meets no file, no network, no environment and no other process', async () => {
  const facts = await factsOf('/about')
  expect(facts).toMatchObject({
    fs: 'Error',
    net: 'Error',
    builtin: 'undefined',
    fetch: 'undefined',
    env: ['NODE_ENV'],
    evaluated: 'EvalError',
    imported: 'TypeError',
  })
})

test('after the process has ended, or hangs, the next page is rendered again', async () => {
  const before = api.app.pageRenderer.pid()
  process.kill(before ?? 0, 'SIGKILL')
  // The end of a process is known a moment later: the site answers in the meantime too.
  expect((await get('/jury')).statusCode).toBe(200)
  expect((await rendered('/faq')).body).toContain('data-rendered')
  expect(api.app.pageRenderer.pid()).not.toBe(before)
  const hanging = await get('/media')
  expect(hanging.statusCode).toBe(200)
  expect(hanging.body).toContain('<div id="root"></div>')
  expect((await rendered('/faq')).body).toContain('data-rendered')
})

test('a page that fails is sent without content, and others are as they were', async () => {
  expect((await get('/contact')).body).toContain('<div id="root"></div>')
  expect((await rendered('/faq')).body).toContain('data-rendered')
})

test('code that is not the published one is never evaluated; an older release has none', async () => {
  const key = 'mfe/mf-public/1.1.0/server/routes.cjs'
  await registry.release('mf-public', '1.1.0', { files: { 'server/routes.cjs': REMOTE } })
  await api.context.registryStorage.put(key, Buffer.from(`${REMOTE}\n// changed`))
  await registry.release('mf-public', '1.2.0')
  for (const version of ['1.1.0', '1.2.0']) {
    await registry.deploy('production', 'mf-public', version)
    expect((await get('/faq')).body).toContain('<div id="root"></div>')
  }
  await registry.deploy('production', 'mf-public', VERSION)
  expect((await rendered('/faq')).body).toContain('data-rendered')
})

test('a plain address leads to the language of who has none, and an English one to the plain', async () => {
  const french = await get('/winners?award=gold', { 'accept-language': 'de, fr;q=0.8' })
  expect(french.statusCode).toBe(302)
  expect(french.headers).toMatchObject({
    location: '/fr/winners?award=gold',
    vary: 'Cookie, Accept-Language',
  })
  const chosen = { 'accept-language': 'fr', cookie: 'language=en' }
  expect((await get('/winners', chosen)).statusCode).toBe(200)
  expect((await get('/winners', { cookie: 'language=zh' })).headers['location']).toBe('/zh/winners')
  expect((await get('/zh/winners', chosen)).body).toContain('<html lang="zh-CN">')
  const english = await get('/en/winners?current=2')
  expect([english.statusCode, english.headers['location']]).toEqual([301, '/winners?current=2'])
  expect((await get('/account', { 'accept-language': 'fr' })).statusCode).toBe(200)
})

test('E6: a page of all languages is in that of the page whose link led to it', async () => {
  const langOf = async (headers: Record<string, string>) => {
    const { body } = await get('/login', { host: 'award.example', ...headers })
    return /<html lang="([^"]+)"/.exec(body)?.[1]
  }
  const referer = `${SITE_URL}/fr/winners`
  expect(await langOf({ referer, 'accept-language': 'en' })).toBe('fr')
  expect(await langOf({ referer: `${SITE_URL}/fees`, 'accept-language': 'zh' })).toBe('en')
  expect(await langOf({ referer, cookie: 'language=zh' })).toBe('zh-CN')
  expect(await langOf({ referer: 'https://elsewhere.example/fr/winners' })).toBe('en')
  expect(await langOf({ referer: 'no address' })).toBe('en')
})

test('a page has one address, however it is written', async () => {
  const written = {
    '/WINNERS/?award=gold': '/winners?award=gold',
    '/fr/winners/12/': '/fr/winners/12',
    '/en/Winners/12': '/winners/12',
    '//winners//%31%32//': '/winners/12',
    '/news/a%2fb%C3%A9': '/news/a%2Fb%C3%A9',
  }
  for (const [asked, to] of Object.entries(written)) {
    const { statusCode, headers } = await get(asked)
    expect([asked, statusCode, headers['location']]).toEqual([asked, 301, to])
    expect((await get(to)).statusCode).toBe(200)
  }
  for (const path of ['/account/', '/LOGIN']) expect((await get(path)).statusCode).toBe(200)
  for (const path of ['/en//evil.example', '/fr//evil.example', '//evil.example']) {
    expect((await get(path)).statusCode).toBe(404)
  }
})

test('a document that did not change is not sent again, and keeps its policy', async () => {
  await rendered('/faq')
  const first = await get('/faq', { 'accept-encoding': 'br' })
  expect(first.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(first.rawPayload).toString()).toContain('data-rendered')
  expect(first.headers['cache-control']).not.toContain('no-store')
  const etag = String(first.headers['etag'])
  const again = await get('/faq', { 'if-none-match': etag })
  expect(again.statusCode).toBe(304)
  expect(again.headers['content-security-policy']).toBeUndefined()
  const dark = await get('/faq', { 'if-none-match': etag, cookie: 'theme=dark' })
  expect(dark.statusCode).toBe(200)
  expect(dark.body).toContain('<html lang="en" data-theme="dark">')
})
