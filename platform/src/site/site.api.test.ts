import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { brandProperties, ROUTES } from '@awards/shared/domain'
import { parseDiscovery } from '@awards/shared/releases'
import { buildApp } from '../../../api/src/start/build-app.ts'
import { registryFixture } from '../../../api/test/registry-fixture.ts'
import { testApi } from '../../../api/test/test-api.ts'

const VERSION = '1.0.0-0123abcdef'
const TEMPLATE =
  '<!doctype html><html lang="en"><head><title>Award</title><!--head--></head><body></body></html>'
const HOSTILE = 'https://award.example/?a=1</script><script>alert(1)</script>'

const folder = mkdtempSync(join(tmpdir(), 'site-'))
const api = await testApi({ MFE_DIR: folder, PUBLIC_SITE_URL: HOSTILE })
const registry = registryFixture(api)

function put(path: string, content: string) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
const digest = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
const get = (url: string, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'GET', url, headers })
const catalogs = { en: [], fr: ['js/fr.js'], zh: [] }

beforeAll(async () => {
  put('shell/index.html', TEMPLATE)
  put('shell/js/main.1.js', 'main()')
  put('shell/shell-release.json', '{"name":"shell","version":"1.1.0-abc"}')
  put(
    'shell/route-assets.json',
    JSON.stringify({
      initial: ['js/main.1.js'],
      provided: {
        'antd/es/table': { files: ['js/table.js'], needs: ['antd/es/empty'] },
        'antd/es/empty': { files: ['js/empty.js', 'js/main.1.js'], needs: [] },
      },
      exposed: { files: [], shared: [] },
      screens: [],
      catalogs,
      application: ['js/http.js'],
      libraryTexts: { en: ['js/antd-en.js'], fr: ['js/antd-fr.js'], zh: ['js/antd-zh.js'] },
      fonts: ['media/roboto.woff2'],
      integrity: { 'js/table.js': digest('table') },
      sealed: true,
    }),
  )
  await api.db
    .insertInto('site_documents')
    .values({
      code: 'programme',
      document: JSON.stringify({
        name: { en: 'Madder Award', fr: 'Prix Alizarine' },
        organiser: { name: 'Madder' },
        timezone: 'Europe/Paris',
        primary_colour: '#0B6E4F',
      }),
    })
    .execute()
  await registry.release('mf-public', VERSION, {
    files: { 'remoteEntry.js': `entry('${'x'.repeat(5000)}')` },
    assets: {
      exposed: { files: ['js/routes.js'], shared: [] },
      screens: [
        {
          path: 'winners',
          files: ['js/winners.js', 'css/winners.css'],
          shared: ['antd/es/table'],
        },
        { path: 'winners/:apply_order_id', files: ['js/winner.js'], shared: [] },
      ],
      catalogs,
      integrity: { 'css/winners.css': digest('winners') },
    },
  })
  await registry.deploy('production', 'mf-public', VERSION)
})
afterAll(() => rmSync(folder, { recursive: true }))

test('discovery lists the deployed releases and answers 304 for its ETag', async () => {
  const answer = await get('/discovery.json')
  const { microFrontends } = parseDiscovery(answer.json())
  expect(Object.keys(microFrontends)).toEqual(['mf-public'])
  expect(microFrontends['mf-public']?.[0]).toMatchObject({
    url: `/mfe/mf-public/${VERSION}/mf-manifest.json`,
    fallbackUrl: `/mfe-b/mf-public/${VERSION}/mf-manifest.json`,
    metadata: { version: VERSION },
    deployment: { traffic: 100, default: true },
  })
  expect(answer.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'Cookie',
    'x-content-type-options': 'nosniff',
  })
  const again = await get('/discovery.json', { 'if-none-match': String(answer.headers['etag']) })
  expect(again.statusCode).toBe(304)
  // An equal document of a later revision has another ETag.
  await registry.deploy('production', 'mf-public', VERSION)
  const later = await get('/discovery.json', { 'if-none-match': String(answer.headers['etag']) })
  expect(later.statusCode).toBe(200)
  expect(later.body).toBe(answer.body)
})

test.each(['/mfe', '/mfe-b'])('a file below %s is immutable and compressed', async (prefix) => {
  const url = `${prefix}/mf-public/${VERSION}/remoteEntry.js`
  const answer = await get(url, { 'accept-encoding': 'gzip, br' })
  expect(answer.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'timing-allow-origin': '*',
  })
  expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('entry(')
  const second = await get(url, { 'accept-encoding': 'br;q=0, gzip;q=0.5' })
  expect(second.headers['content-encoding']).toBe('gzip')
  const refused = await get(url, { 'accept-encoding': 'gzip;q=0, br; q=0.0' })
  expect(refused.headers['content-encoding']).toBeUndefined()
  const plain = await get(url)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect((await get(url, { 'if-none-match': String(plain.headers['etag']) })).statusCode).toBe(304)
})

test("serves the build's brotli file if it has the same bytes", async () => {
  const script = `entry(${JSON.stringify(ROUTES)})`
  // Larger than the server's own result, to tell them apart.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 0 }
  const packed = {
    'same.js': brotliCompressSync(script, { params }),
    'other.js': brotliCompressSync(script.replace('entry', 'other'), { params }),
    'broken.js': Buffer.from('not brotli'),
  }
  const names = Object.keys(packed).flatMap((name) => [`js/${name}`, `js/${name}.br`])
  await registry.release('mf-public', '1.2.0', {
    files: Object.fromEntries(names.map((name) => [name, script])),
  })
  for (const [name, bytes] of Object.entries(packed))
    await api.context.registryStorage.put(`mfe/mf-public/1.2.0/js/${name}.br`, bytes)
  const sent = (name: string) => get(`/mfe/mf-public/1.2.0/js/${name}`, { 'accept-encoding': 'br' })
  expect((await sent('same.js')).rawPayload.equals(packed['same.js'])).toBe(true)
  for (const name of ['other.js', 'broken.js'])
    expect(brotliDecompressSync((await sent(name)).rawPayload).toString()).toBe(script)
  expect((await sent('same.js.br')).statusCode).toBe(404)
})

test('answers 404 for a lost file and for one that the release does not list', async () => {
  await registry.release('mf-public', '1.1.0', { files: { 'js/a.js': 'a', 'page.html': '<p>' } })
  const base = '/mfe/mf-public/1.1.0'
  await api.context.registryStorage.remove('mfe/mf-public/1.1.0/js/a.js')
  await api.context.registryStorage.put('mfe/mf-public/1.1.0/js/b.js', Buffer.from('b'))
  for (const url of [
    `${base}/js/a.js`,
    `${base}/js/b.js`,
    `${base}/page.html`,
    `${base}/`,
    `${base}/js/..%2fremoteEntry.js`,
    `${base}/../${VERSION}/constructor`,
    '/mfe/mf-public/9.9.9/remoteEntry.js',
    '/mfe-b/mf-nobody/1.0.0/mf-manifest.json',
    '/mfe/',
  ]) {
    const answer = await get(url)
    expect([url, answer.statusCode]).toEqual([url, 404])
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
  }
  // Misses are not cached.
  await api.context.registryStorage.put('mfe/mf-public/1.1.0/js/a.js', Buffer.from('a'))
  expect((await get(`${base}/js/a.js`)).body).toBe('a')
})

test.each([
  '/mfe/..%2f..%2fetc/passwd',
  '/mfe/..%2fshell/index.html',
  '/mfe/mf-public/..%2f..%2f..%2fsecret',
  `/mfe/mf-public/${VERSION}/..%2f..%2f..%2f..%2fsecret`,
  `/mfe-b/mf-public/${VERSION}/%2e%2e/%2e%2e/secret`,
  '/assets/.builds',
  '/assets/..%2f..%2fsecret',
  '/mfe/%00',
  `/mfe/mf-public/${VERSION}/__proto__`,
])('refuses %s without a page', async (url) => {
  const answer = await get(url)
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.body).not.toContain('<html')
})

test('a document has a strict policy with a fresh nonce', async () => {
  proves('security 16', 'security 17')
  const [first, second] = await Promise.all([get('/winners'), get('/winners')])
  const policy = String(first?.headers['content-security-policy'])
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toContain('unsafe')
  expect(policy).toContain(
    "require-trusted-types-for 'script'; trusted-types default awards-html awards-start;",
  )
  expect(policy).toContain('report-uri /api/platform/reports')
  expect(policy).toMatch(/style-src 'self' 'nonce-[\w+/]{24}'/)
  expect(policy).not.toBe(second?.headers['content-security-policy'])
  expect(first?.headers['cache-control']).toBe('no-cache')
})

test('a document preloads all files of its route once, including shared modules', async () => {
  const { body } = await get('/winners?page=2')
  const base = `/mfe/mf-public/${VERSION}`
  const hrefs = [...body.matchAll(/rel="preload"[^>]*href="([^"]+)"/g)].map(([, href]) => href)
  expect(hrefs).toEqual([
    '/assets/js/http.js',
    `${base}/mf-manifest.json`,
    `${base}/remoteEntry.js`,
    `${base}/js/routes.js`,
    `${base}/js/winners.js`,
    `${base}/css/winners.css`,
    '/assets/js/table.js',
    '/assets/js/empty.js',
    '/assets/js/antd-en.js',
    '/assets/media/roboto.woff2',
  ])
  // The application is asked for first, and before all others on the line.
  expect(body).toMatch(/<script defer fetchpriority="high"[^>]*js\/main\.1\.js[^]*rel="preload"/)
  expect(body).not.toMatch(/rel="preload"[^]*js\/main\.1\.js/)
  // A page without antd needs no texts of it.
  expect((await get('/winners/42')).body).not.toContain('antd-en.js')
  const french = (await get('/fr/winners')).body
  expect(french).toContain('/assets/js/antd-fr.js')
  expect(french).toContain(`${base}/js/fr.js`)
  expect(french).toContain('/assets/js/fr.js')
  expect(body).toContain(`href="/assets/js/table.js" integrity="${digest('table')}"`)
  expect((await get('/winners/42')).body).toContain('js/winner.js')
  // Older builds request stylesheets without integrity, and the preload has to match.
  expect(body).toContain(`href="${base}/css/winners.css">`)
})

test('browsers are told to block unsealed scripts once every release is sealed', async () => {
  proves('security 28')
  const older = await get('/winners')
  expect(older.headers['integrity-policy']).toBeUndefined()
  const [name, version] = ['mf-public', '1.9.0']
  await registry.release(name, version, {
    sealed: true,
    assets: {
      screens: [{ path: 'winners', files: ['js/winners.js', 'css/winners.css'], shared: [] }],
      integrity: { 'css/winners.css': digest('winners') },
    },
  })
  await registry.deploy('production', name, version)
  const { headers, body } = await get('/winners')
  expect(headers['integrity-policy']).toBe('blocked-destinations=(script), endpoints=(site)')
  expect(headers['reporting-endpoints']).toBe('site="/api/platform/reports"')
  const tags = body.match(/<script [^>]*src=[^>]*>|<link [^>]*as="script"[^>]*>/g) ?? []
  expect(tags.length).toBeGreaterThan(2)
  expect(tags.filter((tag) => !tag.includes('crossorigin="anonymous"'))).toEqual([])
  const styles = `/mfe/${name}/${version}/css/winners.css`
  expect(body).toContain(`href="${styles}" integrity="${digest('winners')}"`)
  // A tab may come to any page, so one older release of another remote is enough.
  await registry.release('mf-jury', '1.1.0')
  await registry.deploy('production', 'mf-jury', '1.1.0')
  expect((await get('/winners')).headers['integrity-policy']).toBeUndefined()
  await registry.deploy('production', 'mf-jury', [])
  await registry.deploy('production', name, VERSION)
})

test('a page that only a release declares has status, title and files without a restart', async () => {
  expect((await get('/gallery/7')).statusCode).toBe(404)
  await registry.release('mf-gallery', '0.1.0', {
    routes: [{ path: '/gallery/:id', title: 'Gallery', wrappers: [] }],
    assets: { screens: [{ path: 'gallery/:id', files: ['js/gallery.js'], shared: [] }] },
  })
  await registry.deploy('production', 'mf-gallery', '0.1.0')
  const answer = await get('/gallery/7')
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('<title>Gallery · Madder Award</title>')
  expect(answer.body).toContain('/mfe/mf-gallery/0.1.0/js/gallery.js')
  await registry.deploy('production', 'mf-gallery', [])
  expect((await get('/gallery/7')).statusCode).toBe(404)
})

test('sends a document without discovery if the registry was never reachable', async () => {
  const fails = () => Promise.reject(new Error('no database'))
  const reader = { ...api.context.registry, channel: fails }
  const app = buildApp({ ...api.context, registry: reader })
  for (const url of ['/winners', '/gallery/7']) {
    const answer = await app.inject(url)
    // 200, since a release may have the page.
    expect(answer.statusCode).toBe(200)
    expect(answer.body).not.toContain('id="discovery"')
    expect(answer.body).toContain('id="site-configuration"')
  }
  await app.close()
})

test('sets no cookie without a canary, and documents are not private', async () => {
  for (const url of ['/winners', '/discovery.json']) {
    expect((await get(url)).headers['set-cookie']).toBeUndefined()
  }
  expect((await get('/winners')).headers['cache-control']).toBe('no-cache')
})

describe('during a canary', () => {
  const inlined = (body: string) =>
    parseDiscovery(JSON.parse(/id="discovery">(.*?)<\/script>/.exec(body)?.[1] ?? ''))

  beforeAll(() =>
    registry.deploy('production', 'mf-public', [
      { version: VERSION, traffic: 50, default: true },
      { version: '1.1.0', traffic: 50, default: false },
    ]),
  )
  afterAll(() => registry.deploy('production', 'mf-public', VERSION))

  test('document and discovery give a visitor the same version every time', async () => {
    const seen = new Set<string>()
    // Half of the visitors get each version by chance: as many come as it takes until both were seen.
    for (let person = 0; person < 12 || (seen.size < 2 && person < 64); person++) {
      const first = await get('/winners')
      expect(first.headers['cache-control']).toBe('private, no-cache')
      const cookie = String(first.headers['set-cookie'])
      expect(cookie).toMatch(
        /^mfe_uid=[\w-]{22}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
      )
      const version = inlined(first.body).microFrontends['mf-public']?.[0]?.metadata.version ?? ''
      seen.add(version)
      expect(first.body).toContain(`href="/mfe/mf-public/${version}/remoteEntry.js"`)

      const mine = { cookie: cookie.split(';')[0] ?? '' }
      const again = await get('/discovery.json', mine)
      expect(again.headers['set-cookie']).toBeUndefined()
      const entries = parseDiscovery(again.json()).microFrontends['mf-public'] ?? []
      expect(entries[0]?.metadata.version).toBe(version)
      expect(entries.find(({ deployment }) => deployment.default)?.metadata.version).toBe(VERSION)
    }
    expect(seen).toEqual(new Set([VERSION, '1.1.0']))
  })

  test.each([
    ['on the cookie page', { cookie: 'rollout=off' }],
    ['by Global Privacy Control', { 'sec-gpc': '1' }],
  ] as [string, Record<string, string>][])(
    'L1: who refuses %s gets the proven version and no cookie',
    async (_how, headers) => {
      for (let time = 0; time < 8; time++) {
        const answer = await get('/winners', headers)
        expect(answer.headers['set-cookie']).toBeUndefined()
        const [first] = inlined(answer.body).microFrontends['mf-public'] ?? []
        expect(first?.metadata.version).toBe(VERSION)
      }
      const cookie = `${headers['cookie'] ?? 'x=1'}; mfe_uid=${'a'.repeat(22)}`
      const before = await get('/winners', { ...headers, cookie })
      expect(String(before.headers['set-cookie'])).toMatch(/^mfe_uid=; Path=\/; Max-Age=0;/)
    },
  )

  test('replaces a malformed cookie', async () => {
    for (const value of ['../../etc', 'a'.repeat(5_000), '%00', '']) {
      const answer = await get('/discovery.json', { cookie: `x=1; mfe_uid=${value}` })
      expect(answer.statusCode).toBe(200)
      expect(String(answer.headers['set-cookie'])).toMatch(/^mfe_uid=[\w-]{22};/)
    }
  })
})

test('L1: after the ramp the next document deletes the cookie and is private', async () => {
  const answer = await get('/winners', { cookie: `mfe_uid=${'a'.repeat(22)}` })
  expect(String(answer.headers['set-cookie'])).toMatch(/^mfe_uid=; Path=\/; Max-Age=0;/)
  expect(answer.headers['cache-control']).toBe('private, no-cache')
})

test('inlined settings cannot break out of their script element', async () => {
  const { body } = await get('/home')
  expect(body).not.toContain('</script><script>alert')
  const inlined = /id="site-configuration">(.*?)<\/script>/.exec(body)?.[1] ?? ''
  expect(JSON.parse(inlined)).toMatchObject({
    public_site_url: expect.stringContaining('</script>'),
    channel: 'production',
    pins: 'off',
    shell_version: '1.1.0-abc',
  })
})

test('the title has the name of the programme in the language of the visitor', async () => {
  expect((await get('/home')).body).toMatch(/<title>[^<]*Madder Award<\/title>/)
  const french = (await get('/fr/home')).body
  expect(french).toMatch(/<title>[^<]*Prix Alizarine<\/title>/)
  expect(french).toContain('"programme_name":{"en":"Madder Award","fr":"Prix Alizarine"}')
  // Falls back to English for a language that the programme lacks.
  expect((await get('/zh/home')).body).toContain('Madder Award</title>')
})

test("a document carries every shade of the programme's colour, under its nonce", async () => {
  const { body, headers } = await get('/home')
  const [, nonce, style] = /<style nonce="([^"]+)">:root{([^}]+)}<\/style>/.exec(body) ?? []
  expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
  expect(style).toBe(brandProperties('#0B6E4F'))
})

test('an unknown page answers 404 with the site, in the language of the visitor', async () => {
  const answer = await get('/no/such/page', { 'accept-language': 'fr-CH, en;q=0.5' })
  expect(answer.statusCode).toBe(404)
  expect(answer.body).toContain('<html lang="fr">')
  expect((await get('/nope', { 'accept-language': 'de, zh;q=0.5' })).body).toContain('zh-CN')
  expect((await get('/robots', { accept: 'image/png' })).headers['content-type']).toContain('plain')
})
