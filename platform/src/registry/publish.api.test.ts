import { sql } from 'kysely'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { request as httpRequest } from 'node:http'
import {
  ENTRY_FILE,
  PublishedVersion,
  PublishedVersions,
  registryPaths,
} from '@awards/shared/releases'
import { archiveOf, releaseFixture } from '../../../api/test/release-fixture.ts'
import { tokenHolder, type TokenHolder } from '../../../api/test/registry-caller.ts'
import { testApi } from '../../../api/test/test-api.ts'
import { registryFiles } from './gates/release-files.ts'
import { releaseKey } from './registry.types.ts'

const api = await testApi()
const NAME = 'mf-jury'
const ENTRY = (version: string) => `/mfe/${NAME}/${version}/${ENTRY_FILE}`
let ci: TokenHolder

beforeAll(async () => {
  ci = await tokenHolder(api, NAME, 'CI of the jury')
})

const stored = (version: string) =>
  readdir(join(api.context.config.registryFilesDir, 'mfe', NAME, version)).catch(() => [])
async function auditOf(version: string) {
  const rows = await api.db.selectFrom('mfe_audit').selectAll().orderBy('id').execute()
  return rows.filter(({ detail }) => JSON.stringify(detail).includes(`"version":"${version}"`))
}

test('publishes a new version, and the site serves its files', async () => {
  api.setTime('2026-11-20T10:00:00Z')
  const answer = await ci.publish(NAME, '1.5.0', {}, '?preview=1&commit=ab12cd')
  expect(answer.statusCode).toBe(201)
  expect(PublishedVersion.parse(answer.json())).toMatchObject({
    name: NAME,
    version: '1.5.0',
    preview: true,
    commit: 'ab12cd',
    published_by: 'CI of the jury',
    sealed: true,
    published_at: '2026-11-20T10:00:00.000Z',
  })
  const file = await api.app.inject(ENTRY('1.5.0'))
  expect(file.body).toContain('webpackChunkmf_jury_1_5_0')
  expect(await auditOf('1.5.0')).toMatchObject([
    { action: 'publish', outcome: 'done', actor: 'CI of the jury', name: NAME },
  ])
})

test('the same files again are the same release, also in another archive', async () => {
  const first = await ci.publish(NAME, '1.5.1')
  const reversed = new Map([...releaseFixture(NAME, '1.5.1')].reverse())
  const second = await ci.publishFiles(NAME, '1.5.1', reversed)
  expect([first.statusCode, second.statusCode]).toEqual([201, 200])
  expect(second.json()).toEqual(first.json())
})

test('scenario 12: refuses other bytes under a published version and keeps serving the old ones', async () => {
  proves('scenario 12')
  await ci.publish(NAME, '1.5.2', { code: 'the first' })
  const answer = await ci.publish(NAME, '1.5.2', { code: 'the second' })
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({ error: 'version_exists' })
  expect((await api.app.inject(ENTRY('1.5.2'))).body).toContain('the first')
  expect(await auditOf('1.5.2')).toMatchObject([
    { outcome: 'done' },
    { outcome: 'refused', detail: { error: 'version_exists' } },
  ])
})

test('a dry run checks like a publication and writes nothing', async () => {
  const count = () => api.db.selectFrom('mfe_audit').select('id').execute()
  const before = (await count()).length
  const fine = await ci.publish(NAME, '1.5.3', {}, '?dryRun=1')
  expect(fine.statusCode).toBe(200)
  expect(fine.json()).toMatchObject({ version: '1.5.3', files: 4 })
  const bad = await ci.publish(
    NAME,
    '1.5.3',
    { shared: {}, routes: [], before: ({ manifest }) => (manifest.name = 'x') },
    '?dryRun=1',
  )
  expect(bad.statusCode).toBe(422)
  const clash = await ci.publish(NAME, '1.5.2', { code: 'the third' }, '?dryRun=1')
  expect(clash.statusCode).toBe(409)
  expect(await stored('1.5.3')).toEqual([])
  expect((await api.app.inject(ENTRY('1.5.3'))).statusCode).toBe(404)
  expect(await count()).toHaveLength(before)
})

test('of two concurrent publications of one version with different bytes, one is stored completely', async () => {
  for (let round = 0; round < 5; round += 1) {
    const version = `1.6.${round}`
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((code) => ci.publish(NAME, version, { code })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
    const winner = ['one', 'two', 'three'][answers.findIndex((one) => one.statusCode === 201)]
    const file = await api.app.inject(ENTRY(version))
    expect(file.body).toContain(`"${winner}"`)
  }
})

test('left-over files of a killed upload do no harm', async () => {
  const left = releaseFixture(NAME, '1.7.0', { code: 'half' })
  await registryFiles(api.context).write({ name: NAME, version: '1.7.0' }, left)
  expect((await api.app.inject(ENTRY('1.7.0'))).statusCode).toBe(404)
  expect((await ci.publish(NAME, '1.7.0', { code: 'whole' })).statusCode).toBe(201)
  expect((await api.app.inject(ENTRY('1.7.0'))).body).toContain('whole')
})

test('an aborted upload leaves nothing, and the registry goes on', async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const address = api.app.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const body = await archiveOf(releaseFixture(NAME, '1.7.1'))
  await new Promise<void>((resolve) => {
    const path = registryPaths.version(NAME, '1.7.1')
    const headers = {
      authorization: `Bearer ${ci.token}`,
      'content-type': 'application/gzip',
      'content-length': body.length,
    }
    const call = httpRequest({ port, host: '127.0.0.1', method: 'PUT', path, headers })
    call.on('error', () => resolve())
    call.write(body.subarray(0, 300), () => setTimeout(() => call.destroy(), 50))
    call.on('close', () => resolve())
  })
  expect((await ci.publish(NAME, '1.7.2')).statusCode).toBe(201)
  expect(await stored('1.7.1')).toEqual([])
})

test('removes the files if the row cannot be written', async () => {
  const refusal = sql`alter table mfe_releases add constraint no_more check (version <> '1.7.3')`
  await refusal.execute(api.db)
  const answer = await ci.publish(NAME, '1.7.3')
  expect(answer.statusCode).toBe(500)
  expect((await stored('1.7.3')).filter((path) => path.includes('.'))).toEqual([])
})

test('publishing the same bytes again restores a lost file', async () => {
  await ci.publish(NAME, '1.8.0')
  await api.context.registryStorage.remove(releaseKey(NAME, '1.8.0', ENTRY_FILE))
  expect((await ci.publish(NAME, '1.8.0')).statusCode).toBe(200)
  expect((await api.app.inject(ENTRY('1.8.0'))).statusCode).toBe(200)
})

test('lists versions newest first', async () => {
  const answer = await ci.send('GET', registryPaths.versions(NAME))
  const versions = PublishedVersions.parse(answer.json()).map(({ version }) => version)
  expect(versions).toContain('1.5.0')
  expect(versions).not.toContain('1.5.3')
})

test.each([
  [registryPaths.version('jury', '1.0.0'), 'jury is not a remote'],
  [registryPaths.version(NAME, '1.0'), '1.0 is not a version'],
  [registryPaths.version(NAME, '1.0.0+build'), 'is not a version'],
])('%s is refused as an address', async (url, said) => {
  const all = await tokenHolder(api, '*', 'CI')
  const answer = await all.send('PUT', url, await archiveOf(new Map()))
  expect(answer.statusCode).toBe(404)
  expect(answer.json().message).toContain(said)
})

test('refuses text with a character that PostgreSQL cannot store', async () => {
  const given = {
    before: ({ manifest }: { manifest: object }) => void Object.assign(manifest, { id: 'a\0b' }),
  }
  const answer = await ci.publish(NAME, '1.9.0', given)
  expect(answer.statusCode).toBe(422)
})
