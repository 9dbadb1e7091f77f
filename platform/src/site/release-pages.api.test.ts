import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseDiscovery, type MenuEntry } from '@awards/shared/releases'
import { registryFixture } from '../../../api/test/registry-fixture.ts'
import { share, tokenHolder } from '../../../api/test/registry-caller.ts'
import { testApi } from '../../../api/test/test-api.ts'
import { SHELL, TEMPLATE } from './render/pages.fixture.ts'

/* Scenario 28: what a remote declares in remote.json is all that the site needs to have its pages. */
const folder = mkdtempSync(join(tmpdir(), 'pages-'))
const SITE_URL = 'https://award.example'
const api = await testApi({ MFE_DIR: folder, SITE_URL })
const { release, deploy } = registryFixture(api)
const texts = { en: 'Gallery', fr: 'Galerie', zh: '画廊' }
const page = { path: '/gallery', title: 'Gallery', wrappers: [], titles: texts }
const menu: MenuEntry[] = [{ path: '/gallery', place: 'header', texts }]
const get = (url: string, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'GET', url, headers })
const sitemap = async () => (await get('/sitemap-pages.xml')).body

beforeAll(async () => {
  mkdirSync(join(folder, 'shell'))
  writeFileSync(join(folder, 'shell/index.html'), TEMPLATE)
  writeFileSync(join(folder, 'shell/shell-release.json'), '{"name":"shell","version":"1.1.0-abc"}')
  writeFileSync(join(folder, 'shell/server.cjs'), SHELL)
  await release('mf-gallery', '1.0.0', {
    routes: [
      { ...page, query: ['year'] },
      { ...page, path: '/gallery/drafts', sitemap: false },
      { ...page, path: '/gallery/mine', wrappers: ['auth'] },
      { ...page, path: '/gallery/works/:work' },
    ],
    menu,
    files: { 'server/routes.cjs': 'exports.routes = []' },
  })
  await deploy('production', 'mf-gallery', '1.0.0')
  const limit = Date.now() + 60_000
  while (!(await get('/gallery')).body.includes('data-rendered') && Date.now() < limit);
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('scenario 28: a page of a fifth remote has an address in each language, with hreflang', async () => {
  proves('scenario 28')
  for (const [language, path] of [
    ['en', '/gallery'],
    ['fr', '/fr/gallery'],
    ['zh', '/zh/gallery'],
  ] as const) {
    const answer = await get(path, { 'accept-language': 'en' })
    expect([path, answer.statusCode]).toEqual([path, 200])
    expect(answer.body).toContain(`<html lang="${language}`)
    expect(answer.body).toContain('data-rendered="mf-gallery@1.0.0"')
    for (const other of ['/gallery', '/fr/gallery', '/zh/gallery']) {
      expect(answer.body).toMatch(
        new RegExp(
          `hreflang="[\\w-]+" href="${SITE_URL}${other}"|href="${SITE_URL}${other}" hreflang`,
        ),
      )
    }
  }
  const redirected = await get('/gallery', { 'accept-language': 'fr' })
  expect([redirected.statusCode, redirected.headers.location]).toEqual([302, '/fr/gallery'])
  // Pages behind a sign-in have one address for all languages.
  expect((await get('/fr/gallery/mine')).statusCode).toBe(404)
  expect((await get('/gallery/mine')).statusCode).toBe(200)
})

test('the server renders it by the parameters that it declares, and leaves out others', async () => {
  const { body } = await get('/gallery?utm=mail&year=2027', { 'accept-language': 'en' })
  expect(body).toMatch(/search:\?year=2027</)
  const plain = await get('/gallery/drafts?year=2027', { 'accept-language': 'en' })
  expect(plain.body).toMatch(/search:</)
})

test('scenario 28: it stands in the sitemap, and its menu in discovery', async () => {
  proves('scenario 28')
  const listed = await sitemap()
  for (const path of ['/gallery', '/fr/gallery', '/zh/gallery']) {
    expect(listed).toContain(`<loc>${SITE_URL}${path}</loc>`)
  }
  expect(listed).not.toMatch(/drafts|mine|works/)
  const document = parseDiscovery((await get('/discovery.json')).json())
  const [entry] = document.microFrontends['mf-gallery'] ?? []
  expect(entry?.extras.modulefederation.menu).toEqual(menu)
})

test('scenario 28: removed, it leaves no trace', async () => {
  proves('scenario 28')
  await deploy('production', 'mf-gallery', [])
  for (const path of ['/gallery', '/fr/gallery']) {
    expect([path, (await get(path)).statusCode]).toEqual([path, 404])
  }
  expect(await sitemap()).not.toContain('gallery')
  expect((await get('/discovery.json')).body).not.toContain('gallery')
})

test('a menu that leads to another remote, or behind a sign-in, is refused at publish', async () => {
  const ana = await tokenHolder(api, '*', 'Ana')
  const entry = (path: string): MenuEntry => ({ path, place: 'footer', texts })
  const routes = [page, { ...page, path: '/atelier', wrappers: ['auth' as const] }]
  const wrong = await ana.publish('mf-atelier', '1.0.0', {
    routes,
    before: ({ manifest }) => (manifest['menu'] = [entry('/winners'), entry('/atelier')]),
  })
  expect(wrong.statusCode).toBe(422)
  expect(wrong.json().problems).toMatchObject([
    { gate: 'manifest_invalid', subject: '/winners' },
    { gate: 'manifest_invalid', subject: '/atelier' },
  ])
  const right = await ana.publish('mf-atelier', '1.0.0', {
    routes,
    before: ({ manifest }) => (manifest['menu'] = [entry('/gallery')]),
  })
  expect(right.statusCode).toBe(201)
  const deployed = await ana.promote('production', 'mf-atelier', [share('1.0.0', 100, true)], 0)
  expect(deployed.statusCode).toBe(200)
})
