import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseDiscovery, registryPaths } from '@awards/shared/releases'
import { buildApp } from '../../../api/src/start/build-app.ts'
import { registryFixture } from '../../../api/test/registry-fixture.ts'
import { tokenHolder } from '../../../api/test/registry-caller.ts'
import { archiveOf } from '../../../api/test/release-fixture.ts'
import { testApi } from '../../../api/test/test-api.ts'
import { integrityOf } from '../registry/gates/release-files.ts'
import { NO_ASSETS } from './route-assets.ts'
import { SHELL, TEMPLATE } from './render/pages.fixture.ts'

/* Scenario 34: what a tester has pinned reaches the first HTML, its preloads and its language addresses. */
const folder = mkdtempSync(join(tmpdir(), 'pins-'))
const api = await testApi({ MFE_DIR: folder, PINS: 'on', CHANNEL: 'staging' })
const { release, deploy } = registryFixture(api)
const server = (version: string) => ({ 'server/routes.cjs': `exports.routes = ['${version}']` })

function put(path: string, content: string) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
const get = (url: string, headers: Record<string, string> = {}, app = api.app) =>
  app.inject({ method: 'GET', url, headers: { 'accept-language': 'en', ...headers } })
type Answer = Awaited<ReturnType<typeof get>>

/** A build of the shell as `npm run build` leaves it, with another script and another page of its own. */
async function publishShell(version: string) {
  const script = Buffer.from(`"shell ${version}"`)
  const path = `js/main.${version}.js`
  const integrity = { [path]: integrityOf(script) }
  const assets = { ...NO_ASSETS, initial: [path], start: path, integrity }
  const release = { name: 'shell', version, provides: {}, routes: [] }
  const files = new Map([
    ['index.html', Buffer.from(TEMPLATE)],
    ['route-assets.json', Buffer.from(JSON.stringify(assets))],
    ['shell-release.json', Buffer.from(JSON.stringify(release))],
    ['server.cjs', Buffer.from(SHELL.replace(/$/, `// ${version}`))],
    [path, script],
  ])
  const ci = await tokenHolder(api, '*', 'CI')
  return ci.send('PUT', registryPaths.shell(version), await archiveOf(files))
}

/** What a document was rendered by, what it preloads, and what it tells the browser. */
function factsOf({ body }: Answer) {
  const json = (id: string) => {
    const [, text] = new RegExp(`id="${id}">([^<]*)<`).exec(body) ?? []
    return text === undefined ? undefined : JSON.parse(text)
  }
  const [entry] = parseDiscovery(json('discovery')).microFrontends['mf-public'] ?? []
  return {
    rendered: /data-rendered="([^"]*)"/.exec(body)?.[1],
    preloads: [
      ...new Set(
        [...body.matchAll(/href"?[=:]"\/mfe\/(mf-public\/[\d.]+)/g)].map(([, one]) => one),
      ),
    ],
    discovered: entry?.metadata.version,
    pins: json('pins'),
  }
}
const cookieOf = ({ cookies }: Answer) => ({
  cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
})

beforeAll(async () => {
  put('shell/index.html', TEMPLATE)
  put('shell/shell-release.json', '{"name":"shell","version":"1.1.0-abc"}')
  put('shell/server.cjs', SHELL)
  const assets = { ...NO_ASSETS, initial: ['js/main.js'], start: 'js/start.js' }
  put('shell/route-assets.json', JSON.stringify(assets))
  for (const version of ['1.0.0', '1.1.0']) {
    await release('mf-public', version, { files: server(version) })
  }
  await release('mf-jury', '1.0.0')
  await deploy('staging', 'mf-public', '1.0.0')
  await deploy('staging', 'mf-jury', '1.0.0')
  // On a busy machine the first documents come without content.
  await eventuallyRendered()
})
async function eventuallyRendered() {
  const limit = Date.now() + 60_000
  while (!(await get('/faq')).body.includes('data-rendered') && Date.now() < limit);
}
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('scenario 34: the first document of a link is that of the pinned release, and no cache keeps it', async () => {
  proves('scenario 34')
  const plain = await get('/faq')
  expect(factsOf(plain)).toMatchObject({ rendered: 'mf-public@1.0.0', discovered: '1.0.0' })
  expect(factsOf(plain).pins).toBeUndefined()
  expect(plain.headers['set-cookie']).toBeUndefined()

  const pinned = await get('/faq?mfe=mf-public@1.1.0')
  expect(factsOf(pinned)).toEqual({
    rendered: 'mf-public@1.1.0',
    preloads: ['mf-public/1.1.0'],
    discovered: '1.1.0',
    pins: { pins: 'mf-public@1.1.0', problems: [] },
  })
  expect(pinned.headers['cache-control']).toBe('no-store')
  // Without an age: it ends with the browser.
  expect(String(pinned.headers['set-cookie'])).toMatch(
    /^mfe_pins=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax(; Secure)?$/,
  )
})

test('scenario 34: the next documents and those of other languages keep the pins, until they are reset', async () => {
  proves('scenario 34')
  const kept = cookieOf(await get('/faq?mfe=mf-public@1.1.0'))
  for (const path of ['/regulations', '/fr/faq', '/zh/faq']) {
    const answer = await get(path, kept)
    expect([path, factsOf(answer).rendered]).toEqual([path, 'mf-public@1.1.0'])
    expect(answer.headers['cache-control']).toBe('no-store')
  }
  expect(factsOf(await get('/faq')).rendered).toBe('mf-public@1.0.0')

  const reset = await api.app.inject({
    method: 'POST',
    url: registryPaths.pins,
    headers: { ...kept, 'content-type': 'text/plain' },
    payload: '',
  })
  expect(reset.statusCode).toBe(204)
  expect(String(reset.headers['set-cookie'])).toMatch(/^mfe_pins=; Path=\/; Max-Age=0/)
})

test('a cookie that nobody signed is none', async () => {
  const { cookie } = cookieOf(await get('/faq?mfe=mf-public@1.1.0'))
  const [payload, mac = ''] = cookie.replace('mfe_pins=', '').split('.')
  const other = Buffer.from('mf-public@1.0.0,mf-jury@1.0.0').toString('base64url')
  for (const forged of [`${other}.${mac}`, `${payload}.`, `${payload}.${mac}.x`, payload, '.']) {
    const answer = await get('/faq', { cookie: `mfe_pins=${forged}` })
    expect([forged, factsOf(answer).pins]).toEqual([forged, undefined])
  }
})

test('each pin is held or refused on its own, and a refused remote is not rendered in another release', async () => {
  const answer = await get('/faq?mfe=mf-public@9.9.9,mf-jury@1.0.0,mf-none@1.0.0')
  expect(factsOf(answer)).toMatchObject({
    rendered: undefined,
    preloads: [],
    pins: {
      problems: [
        { pin: 'mf-public@9.9.9', problem: 'unknown-version' },
        { pin: 'mf-none@1.0.0', problem: 'unknown-remote' },
      ],
    },
  })
  expect(answer.statusCode).toBe(200)
  const sound = await get('/faq?mfe=mf-public@1.1.0,mf-none@1.0.0')
  expect(factsOf(sound).rendered).toBe('mf-public@1.1.0')
})

test('a production site renders no pins, and with previews those of staff alone', async () => {
  for (const pins of ['off', 'preview'] as const) {
    const app = buildApp({ ...api.context, config: { ...api.context.config, pins } })
    const kept = cookieOf(await get('/faq?mfe=mf-public@1.1.0'))
    const answer = await get('/faq?mfe=mf-public@1.1.0', kept, app)
    expect(factsOf(answer)).toMatchObject({ rendered: 'mf-public@1.0.0', pins: undefined })
    expect(answer.headers['set-cookie']).toBeUndefined()
    await app.close()
  }
})

test('views of pinned documents count for no release', async () => {
  await api.app.renderCounter.flush()
  await api.db.deleteFrom('release_figures').execute()
  await get('/faq?mfe=mf-public@1.1.0')
  await api.app.renderCounter.flush()
  expect(await api.db.selectFrom('release_figures').selectAll().execute()).toEqual([])
})

describe('a pinned build of the shell', () => {
  const VERSION = '1.2.0-5he11pr88'
  const shellOf = ({ body }: Answer) => ({
    version: /"shell_version":"([^"]*)"/.exec(body)?.[1],
    script: /\/assets\/js\/main[^"]*/.exec(body)?.[0],
    rendered: body.includes('data-rendered'),
  })
  const today = { version: '1.1.0-abc', script: '/assets/js/main.js' }
  const pinned = { version: VERSION, script: `/assets/js/main.${VERSION}.js` }

  test('gives its page, its scripts and its rendering to this browser alone', async () => {
    expect((await publishShell(VERSION)).statusCode).toBe(201)
    expect((await publishShell(VERSION)).statusCode).toBe(200)
    const answer = await get(`/faq?mfe=shell@${VERSION},mf-public@1.1.0`)
    expect(shellOf(answer)).toMatchObject(pinned)
    expect(factsOf(answer)).toMatchObject({
      rendered: 'mf-public@1.1.0',
      pins: { pins: `shell@${VERSION},mf-public@1.1.0`, problems: [] },
    })
    expect(answer.headers['cache-control']).toBe('no-store')
    const kept = cookieOf(answer)
    expect(shellOf(await get('/fr/faq', kept))).toMatchObject(pinned)
    expect(shellOf(await get('/faq'))).toMatchObject(today)
    expect(factsOf(await get(`/faq?mfe=shell@${VERSION}`))).toMatchObject({
      rendered: 'mf-public@1.0.0',
    })

    const script = await get(pinned.script)
    expect([script.statusCode, script.body]).toEqual([200, `"shell ${VERSION}"`])
    // What the database cannot read is no file either.
    for (const path of ['/assets/js/main.9.9.9.js', '/assets/js/%00.js']) {
      expect([path, (await get(path)).statusCode]).toEqual([path, 404])
    }
  })

  test('is refused with its reason where it is not published, and on other sites', async () => {
    const unknown = `shell@9.9.9`
    const answer = await get(`/faq?mfe=${unknown}`)
    expect(shellOf(answer)).toMatchObject(today)
    expect(factsOf(answer).pins).toMatchObject({
      problems: [{ pin: unknown, problem: 'unknown-version' }],
    })
    const discovered = await get(`/discovery.json?pin=${unknown}`)
    expect(discovered.statusCode).toBe(422)
    const held = await get(`/discovery.json?pin=shell@${VERSION}`)
    expect(parseDiscovery(held.json()).microFrontends['mf-public']).toHaveLength(1)
    const app = buildApp({ ...api.context, config: { ...api.context.config, pins: 'off' } })
    expect(shellOf(await get(`/faq?mfe=shell@${VERSION}`, {}, app))).toMatchObject(today)
    expect((await get(pinned.script, {}, app)).statusCode).toBe(404)
    await app.close()
  })
})
