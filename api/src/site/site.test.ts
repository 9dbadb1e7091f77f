import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { NO_PROGRAMME } from './site-identity.ts'
import { siteRoutes } from './site.routes.ts'

const VERSION = '1.0.0-0123abcdef'
const TEMPLATE =
  '<!doctype html><html lang="en"><head><title>Award</title><!--head--></head><body></body></html>'

let folder: string
let app: FastifyInstance

function put(path: string, content: string) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
const digest = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers })

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-'))
  const manifest = JSON.stringify({ name: 'mf_public' })
  const none = { files: [], shared: [] }
  const catalogs = { en: [], fr: ['js/fr.js'], zh: [] }
  put('shell/index.html', TEMPLATE)
  put('shell/js/main.1.js', 'main()')
  put(
    'shell/route-assets.json',
    JSON.stringify({
      initial: ['js/main.1.js'],
      provided: {
        'antd/es/table': { files: ['js/table.js'], needs: ['antd/es/empty'] },
        'antd/es/empty': { files: ['js/empty.js', 'js/main.1.js'], needs: [] },
      },
      exposed: none,
      screens: [],
      catalogs,
      fonts: ['media/roboto.woff2'],
      integrity: { 'js/table.js': digest('table') },
    }),
  )
  put(`mfe/mf-public/${VERSION}/mf-manifest.json`, manifest)
  put(`mfe/mf-public/${VERSION}/remoteEntry.js`, `entry('${'x'.repeat(5000)}')`)
  put(
    `mfe/mf-public/${VERSION}/route-assets.json`,
    JSON.stringify({
      initial: [],
      provided: {},
      exposed: { files: ['js/routes.js'], shared: [] },
      screens: [
        { path: 'winners', files: ['js/winners.js'], shared: ['antd/es/table'] },
        { path: 'winners/:apply_order_id', files: ['js/winner.js'], shared: [] },
      ],
      catalogs,
      fonts: [],
      integrity: {},
    }),
  )
  put(
    'mfe/mf-public/release.json',
    JSON.stringify({
      name: 'mf-public',
      version: VERSION,
      integrity: digest(manifest),
      builtAt: new Date().toISOString(),
    }),
  )
  put('mfe/mf-jury/release.json', '{"name":"mf-jury","version":"../../etc"}')
  app = fastify()
  siteRoutes(app, {
    config: {
      mfeDir: folder,
      homePath: '/account',
      publicSiteUrl: 'https://award.example/?a=1</script><script>alert(1)</script>',
      adminSiteUrl: '',
    },
    identity: async () => ({
      ...NO_PROGRAMME,
      programme_name: { en: 'Madder Award', fr: 'Prix Alizarine' },
    }),
  })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test('discovery lists the valid releases and answers 304 to its own ETag', async () => {
  const answer = await get('/discovery.json')
  const { microFrontends } = answer.json()
  expect(Object.keys(microFrontends)).toEqual(['mf-public'])
  expect(microFrontends['mf-public'][0]).toMatchObject({
    url: `/mfe/mf-public/${VERSION}/mf-manifest.json`,
    metadata: { version: VERSION },
    deployment: { traffic: 100, default: true },
  })
  expect(answer.headers['cache-control']).toBe('no-cache')
  const again = await get('/discovery.json', { 'if-none-match': String(answer.headers['etag']) })
  expect(again.statusCode).toBe(304)
})

test('a file of a release is immutable, compressed and gone when it is removed', async () => {
  const url = `/mfe/mf-public/${VERSION}/remoteEntry.js`
  const answer = await get(url, { 'accept-encoding': 'gzip, br' })
  expect(answer.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('entry(')
  expect((await get(url)).headers['content-encoding']).toBeUndefined()

  const release = join(folder, 'mfe/mf-public')
  renameSync(release, `${release}-away`)
  const gone = await get(url)
  expect(gone.statusCode).toBe(404)
  expect(gone.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(gone.headers['content-type']).toContain('text/plain')
  expect((await get('/discovery.json')).json().microFrontends).toEqual({})

  renameSync(`${release}-away`, release)
  expect((await get(url)).statusCode).toBe(200)
})

test.each([
  '/mfe/..%2f..%2fetc/passwd',
  '/mfe/..%2fshell/index.html',
  '/assets/.builds',
  '/mfe/%00',
])('%s leads nowhere', async (url) => {
  const answer = await get(url)
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.body).not.toContain('<html')
})

test('a document carries a strict policy, with a nonce of its own', async () => {
  const [first, second] = await Promise.all([get('/winners'), get('/winners')])
  const policy = String(first?.headers['content-security-policy'])
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toContain('unsafe')
  expect(policy).toMatch(/style-src 'self' 'nonce-[\w+/]{24}'/)
  expect(policy).not.toBe(second?.headers['content-security-policy'])
  expect(first?.headers['cache-control']).toBe('no-cache')
})

test('a document names all files of its route, shared ones too, each once', async () => {
  const { body } = await get('/winners?page=2')
  const base = `/mfe/mf-public/${VERSION}`
  const hrefs = [...body.matchAll(/rel="preload"[^>]*href="([^"]+)"/g)].map(([, href]) => href)
  expect(hrefs).toEqual([
    `${base}/mf-manifest.json`,
    `${base}/remoteEntry.js`,
    `${base}/js/routes.js`,
    `${base}/js/winners.js`,
    '/assets/js/table.js',
    '/assets/js/empty.js',
    '/assets/media/roboto.woff2',
  ])
  const french = (await get('/winners', { 'accept-language': 'fr' })).body
  expect(french).toContain(`${base}/js/fr.js`)
  expect(french).toContain('/assets/js/fr.js')
  expect(body).toContain(`href="/assets/js/table.js" integrity="${digest('table')}"`)
  expect((await get('/winners/42')).body).toContain('js/winner.js')
})

test('inlined settings cannot end their script element', async () => {
  const { body } = await get('/home')
  expect(body).not.toContain('</script><script>alert')
  const inlined = /id="site-configuration">(.*?)<\/script>/.exec(body)?.[1] ?? ''
  expect(JSON.parse(inlined).public_site_url).toContain('</script>')
})

test('a document is titled with the name of the programme in the language of the visitor', async () => {
  expect((await get('/home')).body).toMatch(/<title>[^<]*Madder Award<\/title>/)
  const french = (await get('/home', { 'accept-language': 'fr' })).body
  expect(french).toMatch(/<title>[^<]*Prix Alizarine<\/title>/)
  expect(french).toContain('"programme_name":{"en":"Madder Award","fr":"Prix Alizarine"}')
  // A language that the programme does not have is answered in English.
  expect((await get('/home', { 'accept-language': 'zh' })).body).toContain('Madder Award</title>')
})

test('an unknown page answers 404 with the site, in the language of the visitor', async () => {
  const answer = await get('/no/such/page', { 'accept-language': 'fr-CH, en;q=0.5' })
  expect(answer.statusCode).toBe(404)
  expect(answer.body).toContain('<html lang="fr">')
  expect((await get('/winners', { 'accept-language': 'de, zh;q=0.5' })).body).toContain('zh-CN')
  expect((await get('/robots', { accept: 'image/png' })).headers['content-type']).toContain('plain')
})
