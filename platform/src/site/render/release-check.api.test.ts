import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registryPaths, type ReleaseHealth } from '@awards/shared/releases'
import { registryFixture } from '../../../../api/test/registry-fixture.ts'
import { tokenHolder, type TokenHolder } from '../../../../api/test/registry-caller.ts'
import { demoApi } from '../../../../api/test/test-api.ts'
import { TEMPLATE } from './pages.fixture.ts'

/** A shell that renders the remote's HTML of a path. */
const SHELL = `
exports.ready = Promise.resolve()
exports.provided = {}
exports.render = async ({ path, remote }) => {
  const page = remote.routes.find(([pattern]) => new RegExp('^' + pattern + '$').test(path))
  if (!page) return { html: '<h1>Not here</h1>', status: 404, head: {}, answers: {} }
  return { html: page[1](path), status: 200, head: {}, answers: {} }
}
`
const WHOLE = {
  '/faq': `() => '<h1>Questions</h1>'`,
  '/winners/[0-9]+': `(path) => '<h1>Winner ' + path + '</h1>'`,
}
const codeOf = (pages: Partial<typeof WHOLE>) =>
  `exports.routes = [${Object.entries(pages).map(([path, code]) => `['${path}', ${code}]`)}]`
const ROUTES = ['/faq', '/winners/:id'].map((path) => ({ path, title: path, wrappers: [] }))

const folder = mkdtempSync(join(tmpdir(), 'release-check-'))
const api = await demoApi({ MFE_DIR: folder })
let ci: TokenHolder
let count = 0

beforeAll(async () => {
  mkdirSync(join(folder, 'shell'))
  writeFileSync(join(folder, 'shell/index.html'), TEMPLATE)
  writeFileSync(join(folder, 'shell/server.cjs'), SHELL)
  writeFileSync(join(folder, 'shell/shell-release.json'), '{"name":"shell","version":"1.0.0-a"}')
  ci = await tokenHolder(api, '*', 'CI')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Publishes mf-public with these pages; null means 404. */
async function publish(pages: object, query = '') {
  const version = `3.0.${(count += 1)}`
  const answer = await ci.publish(
    ...(['mf-public', version] as const),
    {
      routes: ROUTES,
      before: ({ files }) =>
        files.set('server/routes.cjs', Buffer.from(codeOf({ ...WHOLE, ...pages }))),
    },
    query,
  )
  const listed = await ci.send('GET', registryPaths.versions('mf-public'))
  const isPublished = listed.json<{ version: string }[]>().some((one) => one.version === version)
  return { status: answer.statusCode, problems: answer.json().problems, isPublished, version }
}

test('T2: publishes a release whose pages render with the data of this site', async () => {
  expect(await publish({})).toMatchObject({ status: 201, isPublished: true })
})

test.each([
  [
    'reads window',
    { '/faq': `() => '<h1>' + window.innerWidth + '</h1>'` },
    '/faq',
    /window is not/,
  ],
  ['has no heading', { '/faq': `() => '<p>Soon</p>'` }, '/faq', /\/faq cannot .* it has no h1/],
  [
    'fails with a winner',
    { '/winners/[0-9]+': `(path) => { throw new Error('broken at ' + path) }` },
    '/winners/:id',
    /broken at \/winners\/\d+/,
  ],
])('scenario 24: refuses a release with a page that %s', async (_what, pages, subject, message) => {
  proves('scenario 24')
  const refused = { status: 422, isPublished: false }
  const problems = [{ gate: 'render_failed', subject, message: expect.stringMatching(message) }]
  expect(await publish(pages)).toMatchObject({ ...refused, problems })
  expect(await publish(pages, '?dryRun=1')).toMatchObject({ ...refused, problems })
})

test('T2: a page that fails on the server counts as a failed load of its release', async () => {
  const registry = registryFixture(api)
  const files = { 'server/routes.cjs': codeOf({ '/faq': '() => { throw new Error("late") }' }) }
  await registry.release('mf-public', '4.0.0', { files })
  await registry.deploy('production', 'mf-public', '4.0.0')
  const page = await api.app.inject({ url: '/faq', headers: { accept: 'text/html' } })
  expect(page.body).toContain('<div id="root"></div>')
  const health = await ci.send('GET', registryPaths.health)
  expect(health.json<ReleaseHealth>()).toEqual([
    { name: 'mf-public', version: '4.0.0', channel: 'production', ok: 0, fallback: 0, failed: 1 },
  ])
})
