import { isDatabaseUnreachable } from '../../../api/src/lib/errors.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  AuditPage,
  parseDiscovery,
  ROUTE_ASSETS_FILE,
  registryPaths,
} from '@awards/shared/releases'
import { SHARED, archiveOf, releaseFixture, type Draft } from '../../../api/test/release-fixture.ts'
import { share, tokenHolder, type TokenHolder } from '../../../api/test/registry-caller.ts'
import { testApi } from '../../../api/test/test-api.ts'
import { buildApp } from '../../../api/src/start/build-app.ts'
import { registerShell } from './shell-builds.service.ts'

const HALF_A_PAIR = '\ud800'
const given = await testApi({ PINS: 'on' })
const logged: string[] = []
/** Swallows log lines of provoked errors. */
const app = buildApp({
  ...given.context,
  log: {
    ...given.context.log,
    error: (event, fields) => void logged.push(`${event} ${String(fields?.['remote'])}`),
  },
})
const api = { ...given, app }
afterAll(() => app.close())
let ci: TokenHolder
let anna: TokenHolder
let ben: TokenHolder

beforeAll(async () => {
  ci = await tokenHolder(api, '*', 'CI')
  anna = await tokenHolder(api, 'mf-payment', 'Anna')
  ben = await tokenHolder(api, 'mf-payment', 'Ben')
})

/** Publishes versions of a remote and deploys the first to all visitors. */
async function deployed(name: string, ...versions: string[]) {
  for (const version of versions) await ci.publish(name, version, { routes: [] })
  await ci.promote('production', name, [share(versions[0] ?? '', 100, true)], 0)
}
const deployment = (name: string) => registryPaths.deployment('production', name)

describe('payments in production', () => {
  test('cannot be fully rolled out by one person with a rollback to a partly deployed version', async () => {
    for (const version of ['1.0.0', '1.1.0']) await ci.publish('mf-payment', version)
    for (const versions of [
      [share('1.0.0', 100, true)],
      [share('1.0.0', 99, true), share('1.1.0', 1)],
    ]) {
      await anna.promote('production', 'mf-payment', versions)
      expect((await ben.approve('production', 'mf-payment')).statusCode).toBe(200)
    }
    const forward = await anna.rollback('production', 'mf-payment', { to: '1.1.0' })
    expect([forward.statusCode, forward.json().error]).toEqual([422, 'never_deployed'])
    const back = await anna.rollback('production', 'mf-payment', { to: '1.0.0' })
    expect(back.json()).toMatchObject({ versions: [share('1.0.0', 100, true)] })
  })

  test('keep one sequence of revisions under concurrent approvals, proposals and rollbacks', async () => {
    const seen = await ci.revision('production', 'mf-payment')
    await anna.promote('production', 'mf-payment', [share('1.1.0', 100, true)], seen)
    const answers = await Promise.all([
      ben.approve('production', 'mf-payment'),
      anna.promote('production', 'mf-payment', [share('1.0.0', 100, true)], seen),
      ben.approve('production', 'mf-payment'),
      anna.rollback('production', 'mf-payment'),
    ])
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual(
      [],
    )
    const rows = await api.db
      .selectFrom('mfe_audit')
      .select('revision')
      .where('name', '=', 'mf-payment')
      .where('revision', 'is not', null)
      .orderBy('revision')
      .execute()
    expect(rows.map(({ revision }) => revision)).toEqual(rows.map((_, index) => index + 1))
  })
})

describe('the manifest of a release', () => {
  const spoil = (before: (draft: Draft) => void) =>
    ci.publish('mf-spoilt', '1.0.0', { routes: [], before })

  test.each<[string, (draft: Draft) => void]>([
    ['half a pair', ({ manifest }) => (manifest['x'] = HALF_A_PAIR)],
    ['a NUL', ({ manifest }) => (manifest['x'] = '\u0000')],
    ['more than a manifest needs', ({ manifest }) => (manifest['x'] = 'x'.repeat(600_000))],
    [
      'a page of exposes',
      ({ manifest }) => {
        for (let index = 0; index < 60; index += 1) manifest.exposes.push({ path: `./x${index}` })
      },
    ],
  ])('is refused with %s', async (_what, before) => {
    const answer = await spoil(before)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().problems).toMatchObject([{ gate: 'manifest_invalid' }])
  })

  test('is refused with an oversized version range', async () => {
    const range = `^1.0.0${' || ^1.0.0'.repeat(500)}`
    const shared = { ...SHARED, '@awards/shared/contract': range }
    const answer = await ci.publish('mf-spoilt', '1.0.0', { routes: [], shared })
    expect(answer.statusCode).toBe(422)
  })

  test('one of two concurrent releases with the same global name is accepted', async () => {
    const sent = ['1.0.0-a.b', '1.0.0-a-b'].map((one) => ci.publish('mf-twin', one, { routes: [] }))
    const answers = await Promise.all(sent)
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, expect.any(Number)])
    const list = await ci.send('GET', registryPaths.versions('mf-twin'))
    expect(list.json()).toHaveLength(1)
  })

  test('cannot break out of the inlined JSON with its list of files', async () => {
    const exposed = { files: ['constructor', '__proto__'], shared: ['constructor', '__proto__'] }
    const catalogs = { en: [], fr: [], zh: [] }
    const none = { initial: [], provided: {}, screens: [], catalogs, fonts: [], integrity: {} }
    const list = Buffer.from(JSON.stringify({ ...none, exposed }))
    await ci.publish('mf-listed', '1.0.0', {
      routes: [{ path: '/listed', title: '</title><script>', wrappers: [] }],
      before: ({ files }) => files.set(ROUTE_ASSETS_FILE, list),
    })
    await ci.promote('production', 'mf-listed', [share('1.0.0', 100, true)])
    const page = await api.app.inject({ url: '/listed', headers: { accept: 'text/html' } })
    expect(page.statusCode).not.toBe(500)
    expect(page.body).not.toContain('<script> ·')
  })

  test.each([
    ['a path of a pax header', { name: 'x.js', pax: { path: '../../x.js' } }, 'path_unsafe'],
    ['a negative size', { name: 'x.js', pax: { size: '-5' } }, 'archive_unreadable'],
    ['a size that is none', { name: 'x.js', pax: { size: 'NaN' } }, 'archive_unreadable'],
    ['a size beyond all', { name: 'x.js', pax: { size: '99999999999' } }, 'archive_too_large'],
    ['a second entry', { name: 'remoteEntry.js' }, 'path_unsafe'],
    ['the name of a prototype', { name: '__proto__' }, 'file_unlisted'],
  ])('is not changed by %s in the archive', async (_what, header, gate) => {
    const files = releaseFixture('mf-spoilt', '1.0.0', { routes: [] })
    const archive = await archiveOf(files, [{ ...header, content: Buffer.from('alert(1)') }])
    const answer = await ci.send('PUT', registryPaths.version('mf-spoilt', '1.0.0'), archive)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().problems).toMatchObject([{ gate }])
  })
})

describe('the audit log', () => {
  test.each([
    ['a NUL', '\u0000'],
    ['half a pair', HALF_A_PAIR],
  ])('records a refusal of a request with %s', async (_what, text) => {
    const body = { versions: [], reason: text }
    const answer = await anna.send('PATCH', deployment('mf-other'), body, { 'if-match': '"0"' })
    expect(answer.statusCode).toBe(403)
    const page = await ci.send('GET', registryPaths.audit('production'))
    expect(AuditPage.parse(page.json()).entries[0]).toMatchObject({
      actor: 'Anna',
      action: 'promote',
      outcome: 'refused',
      name: 'mf-other',
      detail: { asked: { reason: '�' } },
    })
  })

  test('is not written without a token, also for deeply nested bodies', async () => {
    const answer = await api.app.inject({
      method: 'PATCH',
      url: deployment('mf-other'),
      payload: `{"versions":${'['.repeat(1e5)}${']'.repeat(1e5)}}`,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.statusCode).toBe(401)
  })
})

describe('a database', () => {
  test('that disconnects within a transaction does not crash the server', async () => {
    const cut = api.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`.execute(api.db)
      await pause(200)
      await sql`select 1`.execute(trx)
    })
    const failure = await cut.catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    // Callers get a retryable error.
    expect(isDatabaseUnreachable(failure)).toBe(true)
    expect((await app.inject('/discovery.json')).statusCode).toBe(200)
  })

  test('that disconnects during a promotion leaves the previous deployment', async () => {
    await deployed('mf-ended', '1.0.0', '1.1.0')
    let release = () => undefined as void
    let held = () => undefined as void
    const isHeld = new Promise<void>((resolve) => (held = resolve))
    const holding = api.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('mfe-channel:production'))`.execute(trx)
      held()
      await new Promise<void>((resolve) => (release = resolve))
    })
    await isHeld
    const broken = ci.promote('production', 'mf-ended', [share('1.1.0', 100, true)], 1)
    const endWhoWaits = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(api.db)
    while ((await endWhoWaits()).rows.length === 0) await pause(20)
    const answer = await broken
    release()
    await holding
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('terminated')
    expect(await ci.revision('production', 'mf-ended')).toBe(1)
    const again = await ci.promote('production', 'mf-ended', [share('1.1.0', 100, true)], 1)
    expect(again.json()).toMatchObject({ revision: 2 })
  })

  test('with damaged or newer rows does not affect other remotes', async () => {
    for (const name of ['mf-hurt', 'mf-lost', 'mf-later', 'mf-well']) await deployed(name, '1.0.0')
    const later = JSON.stringify([{ ...share('1.0.0', 100, true), later: true }])
    const set = (table: string, column: string, value: string, name: string) =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where name = ${name}`.execute(
        api.db,
      )
    await set('mfe_releases', 'routes', '[{"path":"nonsense"}]', 'mf-hurt')
    await set('mfe_deployments', 'versions', '[7]', 'mf-lost')
    await set('mfe_deployments', 'versions', later, 'mf-later')
    const provides = { react: '19.3.1', '@awards/shared/contract': '1.1.0' }
    const shell = { name: 'shell', version: '9.0.0', provides, routes: [], later: true }
    const row = { channel: 'production', version: '9.0.0', release: JSON.stringify(shell) }
    await api.db
      .insertInto('mfe_shells')
      .values({ ...row, registered_at: new Date() })
      .execute()
    api.context.registry.invalidate()

    const { microFrontends } = parseDiscovery((await api.app.inject('/discovery.json')).json())
    expect(microFrontends).toHaveProperty('mf-well')
    expect(microFrontends).toHaveProperty('mf-later')
    expect(microFrontends).not.toHaveProperty('mf-lost')
    const leftOut = logged.filter((line) => line.startsWith('discovery.left-out'))
    expect(leftOut.sort()).toEqual(['discovery.left-out mf-hurt', 'discovery.left-out mf-lost'])
    expect((await ci.publish('mf-well', '1.1.0', { routes: [] })).statusCode).toBe(201)
    const promoted = await ci.promote('production', 'mf-well', [share('1.1.0', 100, true)], 1)
    expect(promoted.statusCode).toBe(200)
    expect((await api.app.inject('/api/platform/overview')).statusCode).toBe(200)
    const repaired = await ci.promote('production', 'mf-lost', [share('1.0.0', 100, true)], 1)
    expect(repaired.json()).toMatchObject({ revision: 2 })
    await expect(registerShell(api.context)).resolves.toBeUndefined()
  })
})
