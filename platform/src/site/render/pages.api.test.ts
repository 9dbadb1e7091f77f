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
/** Retries until the page has content: on a busy machine the first documents may come without. */
async function rendered(url: string) {
  const limit = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await get(url)
    if (answer.body.includes('data-rendered') || Date.now() > limit) return answer
    await delay(100)
  }
}
/** The render count in a document. */
const timesOf = async (url: string) => Number(/times:(\d+)/.exec((await rendered(url)).body)?.[1])
const factsOf = async (path: string) => {
  const { body } = await rendered(path)
  return JSON.parse(/<!--facts:(.*?)-->/.exec(body)?.[1] ?? '{}') as Record<string, unknown>
}

beforeAll(async () => {
  // Keeps cached pages fresh for as long as a slow machine needs.
  api.setTime(new Date())
  mkdirSync(join(folder, 'shell'))
  writeFileSync(join(folder, 'shell/index.html'), TEMPLATE)
  writeFileSync(join(folder, 'shell/server.cjs'), SHELL)
  writeFileSync(join(folder, 'shell/shell-release.json'), '{"name":"shell","version":"1.0.0-a"}')
  await registry.release('mf-public', VERSION, { files: { 'server/routes.cjs': REMOTE } })
  await registry.deploy('production', 'mf-public', VERSION)
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a document contains the rendered page and its meta tags', async () => {
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

test('an unknown page answers 404 and is not indexed', async () => {
  for (const path of ['/winners/404', '/nowhere/at/all']) {
    const { body, statusCode } = await rendered(path)
    expect([path, statusCode]).toEqual([path, 404])
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(body).not.toMatch(/rel="canonical"|hreflang/)
  }
  expect((await rendered('/nowhere')).body).toContain('data-rendered="shell@1.0.0-a"')
})

test('pages behind sign-in are not rendered', async () => {
  for (const path of ['/changepassword', '/account', '/']) {
    expect((await get(path)).body).toContain('<div id="root"></div>')
  }
})

test('renders a page once, until its content changes', async () => {
  const first = await timesOf('/news')
  expect(await timesOf('/news')).toBe(first)
  expect(await timesOf('/news?utm_source=letter&x=1')).toBe(first)
  expect(await timesOf('/fr/news')).toBeGreaterThan(first)
  const document = JSON.stringify({ changed: true })
  await api.db.insertInto('site_documents').values({ code: 'changed', document }).execute()
  await api.context.publicCache.settle()
  expect(await timesOf('/news')).toBeGreaterThan(first)
})

test('a page can make anonymous public calls only', async () => {
  const facts = await factsOf('/about')
  expect(facts['awards']).toMatchObject({ code: 200 })
  expect(facts['user']).toBe('TypeError')
})

test('the code of a page has no access to files, network, environment and processes', async () => {
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

test('restarts the renderer after a crash or a hang', async () => {
  const before = api.app.pageRenderer.pid()
  process.kill(before ?? 0, 'SIGKILL')
  // The exit event arrives later; the site answers meanwhile.
  expect((await get('/jury')).statusCode).toBe(200)
  expect((await rendered('/faq')).body).toContain('data-rendered')
  expect(api.app.pageRenderer.pid()).not.toBe(before)
  const hanging = await get('/media')
  expect(hanging.statusCode).toBe(200)
  expect(hanging.body).toContain('<div id="root"></div>')
  expect((await rendered('/faq')).body).toContain('data-rendered')
})

test('a slow start costs its first pages their content, and is not begun again', async () => {
  const slow = `const end = Date.now() + 8_000\nwhile (Date.now() < end);\n${REMOTE}`
  await registry.release('mf-public', '1.0.1', { files: { 'server/routes.cjs': slow } })
  await registry.deploy('production', 'mf-public', '1.0.1')
  expect((await get('/faq')).body).toContain('<div id="root"></div>')
  const starting = api.app.pageRenderer.pid()
  expect((await rendered('/faq')).body).toContain('data-rendered')
  expect(api.app.pageRenderer.pid()).toBe(starting)
  await registry.deploy('production', 'mf-public', VERSION)
})

test('sends a failing page without content and does not affect others', async () => {
  expect((await get('/contact')).body).toContain('<div id="root"></div>')
  expect((await rendered('/faq')).body).toContain('data-rendered')
})

test('does not evaluate modified code; a release without server code is sent without content', async () => {
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

test('redirects the plain URL to the language of the visitor, and the English one to the plain', async () => {
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

test('the URL with /en/ keeps the choice of English, whatever was chosen and whatever the browser says', async () => {
  const french = { 'accept-language': 'fr' }
  const { statusCode, headers } = await get('/en/Winners?current=2', {
    ...french,
    cookie: 'language=fr',
  })
  expect(statusCode).toBe(301)
  expect(headers).toMatchObject({
    location: '/winners?current=2',
    // Scripts write this cookie too, so it is not HttpOnly.
    'set-cookie': 'language=en; Path=/; Max-Age=31536000; SameSite=Lax; Secure',
    'cache-control': 'private, no-cache',
  })
  const followed = await get('/winners?current=2', { ...french, cookie: 'language=en' })
  expect([followed.statusCode, followed.body]).toEqual([
    200,
    expect.stringContaining('<html lang="en">'),
  ])
  for (const path of ['/winners', '/fr/Winners']) {
    expect((await get(path, french)).headers).not.toHaveProperty('set-cookie')
  }
})

test('E6: a page with one URL uses the language of the referring page', async () => {
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

test('redirects other spellings of a page to its canonical URL', async () => {
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
  const { statusCode, headers } = await get('/Login/?redirect=/account')
  expect([statusCode, headers['location']]).toEqual([301, '/login?redirect=/account'])
  for (const path of ['/account/', '/CHANGEPASSWORD'])
    expect((await get(path)).statusCode).toBe(200)
  for (const path of ['/en//evil.example', '/fr//evil.example', '//evil.example']) {
    expect((await get(path)).statusCode).toBe(404)
  }
})

test('answers 304 without a new policy for an unchanged document', async () => {
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
