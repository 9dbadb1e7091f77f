import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseDiscovery, type Channel } from '@awards/shared/releases'
import { SHARED, buildOnDisk, shellFixture } from '../../../api/test/release-fixture.ts'
import { share, tokenHolder } from '../../../api/test/registry-caller.ts'
import { testApi } from '../../../api/test/test-api.ts'
import { StartError } from '../../../api/src/lib/errors.ts'
import { affirmShell, registerShell } from './shell-builds.service.ts'
import { seedReleases } from './seed.ts'
import { shellsRepository } from './releases.repository.ts'

const mfeDir = await mkdtemp(join(tmpdir(), 'awards-dist-'))
const api = await testApi({ MFE_DIR: mfeDir })
const lines: { level: string; event: string; fields: Record<string, unknown> }[] = []
const note =
  (level: string) =>
  (event: string, fields: Record<string, unknown> = {}) =>
    void lines.push({ level, event, fields })
const context = {
  ...api.context,
  log: { info: note('info'), warn: note('warn'), error: note('error') },
}
const events = () => lines.map(({ event }) => event)

afterAll(() => rm(mfeDir, { recursive: true, force: true }))
beforeEach(() => lines.splice(0))

const saveShell = async (release = shellFixture()) => {
  await mkdir(join(mfeDir, 'shell'), { recursive: true })
  await writeFile(join(mfeDir, 'shell/shell-release.json'), JSON.stringify(release))
}
const deployed = async (name: string, channel: Channel = 'production') => {
  const rows = await api.db
    .selectFrom('mfe_deployments')
    .selectAll()
    .where('name', '=', name)
    .where('channel', '=', channel)
    .executeTakeFirst()
  return rows?.versions
}
const all = (version: string) => [share(version, 100, true)]

test('starts without builds and logs a hint', async () => {
  await registerShell(context)
  await seedReleases(context)
  expect(events()).toEqual(['registry.no_shell', 'registry.no_builds'])
})

test('publishes and deploys builds to both channels, also of a fifth remote', async () => {
  await saveShell()
  for (const name of ['mf-entrant', 'mf-jury', 'mf-payment', 'mf-public']) {
    await buildOnDisk(mfeDir, name, '1.0.0-aaa')
  }
  const routes = [{ path: '/gallery', title: 'Gallery', wrappers: [] }]
  await buildOnDisk(mfeDir, 'mf-gallery', '0.1.0', { routes })
  await registerShell(context)
  await seedReleases(context)
  for (const name of ['mf-jury', 'mf-payment']) {
    expect(await deployed(name, 'production')).toEqual(all('1.0.0-aaa'))
    expect(await deployed(name, 'staging')).toEqual(all('1.0.0-aaa'))
  }
  const discovery = parseDiscovery((await api.app.inject('/discovery.json')).json())
  expect(Object.keys(discovery.microFrontends)).toContain('mf-gallery')
  expect(events().filter((event) => event === 'registry.published')).toHaveLength(5)
  expect(events().filter((event) => event === 'registry.deployed')).toHaveLength(10)
})

test('a second start changes and logs nothing', async () => {
  const count = () => api.db.selectFrom('mfe_audit').select('id').execute()
  const before = await count()
  await registerShell(context)
  await seedReleases(context)
  expect(events()).toEqual([])
  expect(await count()).toEqual(before)
})

test('T4: a start keeps an existing production deployment and logs how to promote', async () => {
  proves('scenario 26')
  await buildOnDisk(mfeDir, 'mf-payment', '1.0.0-bbb')
  await seedReleases(context)
  expect(await deployed('mf-payment', 'production')).toEqual(all('1.0.0-aaa'))
  expect(await deployed('mf-payment', 'staging')).toEqual(all('1.0.0-bbb'))
  expect(lines.find(({ event }) => event === 'registry.promotion_kept')).toMatchObject({
    fields: {
      name: 'mf-payment',
      channel: 'production',
      local: '1.0.0-bbb',
      hint: 'npm run mfe -- promote mf-payment 1.0.0-bbb --channel production',
    },
  })
  await buildOnDisk(mfeDir, 'mf-payment', '1.0.0-aaa')
})

test('DEPLOY_BUILDS=always deploys a rebuild once, also if several processes start', async () => {
  await buildOnDisk(mfeDir, 'mf-jury', '1.0.0-bbb')
  const always = { ...context, config: { ...context.config, deployBuilds: 'always' as const } }
  await Promise.all([1, 2, 3, 4].map(() => seedReleases(always)))
  expect(await deployed('mf-jury')).toEqual(all('1.0.0-bbb'))
  const jury = lines.filter(
    ({ event, fields }) => event === 'registry.deployed' && fields['name'] === 'mf-jury',
  )
  expect(jury).toHaveLength(2)
})

test("a start never overwrites a team's promotion, and logs what it keeps", async () => {
  const ci = await tokenHolder(api, '*', 'CI')
  await ci.promote('production', 'mf-jury', all('1.0.0-aaa'))
  await seedReleases(context)
  await buildOnDisk(mfeDir, 'mf-jury', '1.0.0-ccc')
  await seedReleases(context)
  expect(await deployed('mf-jury', 'production')).toEqual(all('1.0.0-aaa'))
  expect(await deployed('mf-jury', 'staging')).toEqual(all('1.0.0-ccc'))
  expect(lines.at(-2)).toMatchObject({
    event: 'registry.promotion_kept',
    fields: { name: 'mf-jury', channel: 'production', local: '1.0.0-ccc', by: 'CI' },
  })
})

test('a remote that a team has removed stays removed', async () => {
  const ci = await tokenHolder(api, '*', 'CI')
  await ci.promote('production', 'mf-gallery', [])
  await seedReleases(context)
  expect(await deployed('mf-gallery')).toEqual([])
})

test('does not deploy to a channel that another site follows', async () => {
  await shellsRepository(api.db).save('staging', shellFixture(), new Date())
  await buildOnDisk(mfeDir, 'mf-public', '1.0.0-bbb')
  await seedReleases({ ...context, config: { ...context.config, deployBuilds: 'always' } })
  expect(await deployed('mf-public', 'production')).toEqual(all('1.0.0-bbb'))
  expect(await deployed('mf-public', 'staging')).toEqual(all('1.0.0-aaa'))
  await api.db.deleteFrom('mfe_shells').where('channel', '=', 'staging').execute()
})

test('a build that fails a gate stops the start with the reasons', async () => {
  await buildOnDisk(mfeDir, 'mf-entrant', '1.0.0-bbb', { shared: { ...SHARED, react: '^20.0.0' } })
  const failed = seedReleases(context)
  await expect(failed).rejects.toBeInstanceOf(StartError)
  await expect(failed).rejects.toThrow(/mf-entrant.*react \^20\.0\.0.*19\.3\.1.*npm run build/s)
  await buildOnDisk(mfeDir, 'mf-entrant', '1.0.0-aaa')
})

test('starts with other bytes of a published version, and the published ones stay', async () => {
  await buildOnDisk(mfeDir, 'mf-entrant', '1.0.0-aaa', { code: 'built elsewhere' })
  await seedReleases(context)
  expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([
    { event: 'registry.build_differs', fields: { name: 'mf-entrant', version: '1.0.0-aaa' } },
  ])
  const entry = await api.app.inject('/mfe/mf-entrant/1.0.0-aaa/remoteEntry.js')
  expect(entry.body).toContain('the code')
  await buildOnDisk(mfeDir, 'mf-entrant', '1.0.0-aaa')
})

test('a damaged release.json stops the start', async () => {
  const file = join(mfeDir, 'mfe/mf-payment/release.json')
  await writeFile(file, '{"name"')
  await expect(seedReleases(context)).rejects.toThrow('release.json is damaged')
  await buildOnDisk(mfeDir, 'mf-payment', '1.0.0-aaa')
})

test('registers a new shell and warns of each incompatible deployed release', async () => {
  await saveShell(shellFixture({ react: '20.0.0', '@awards/shared/contract': '2.0.0' }, '2.0.0'))
  await registerShell(context)
  const [shell] = await shellsRepository(api.db).shells(['production'])
  expect(shell?.release.version).toBe('2.0.0')
  const warned = lines.filter(({ event }) => event === 'registry.shell_does_not_suit')
  expect(warned).toHaveLength(8)
  expect(warned[0]?.fields).toMatchObject({
    channel: 'production',
    name: 'mf-entrant',
    version: '1.0.0-aaa',
    message: expect.stringMatching(/react \^19\.3\.1.*\(2\.0\.0\) provides 20\.0\.0/),
  })
  const audit = await api.db
    .selectFrom('mfe_audit')
    .selectAll()
    .where('action', '=', 'shell')
    .orderBy('id')
    .execute()
  expect(audit).toMatchObject([
    { detail: { version: '1.1.0-5he11', before: null } },
    { detail: { version: '2.0.0', before: '1.1.0-5he11' } },
  ])
})

test('the shell of an upgrade that was given up goes, and rollbacks are judged by the one that runs', async () => {
  const [old, next] = [shellFixture(), shellFixture({ react: '20.0.0' }, '3.0.0')]
  const registered = async () => {
    const [shell] = await shellsRepository(api.db).shells(['production'])
    return shell?.release.version
  }
  const start = Date.now()
  const affirmAfter = async (minutes: number, release: typeof old) => {
    api.setTime(new Date(start + minutes * 60_000))
    await saveShell(release)
    await affirmShell(context)
    return registered()
  }
  api.setTime(new Date(start))
  await saveShell(next)
  await registerShell(context)
  // Both run, and the newer one counts for as long as it does.
  expect(await affirmAfter(1, old)).toBe('3.0.0')
  expect(await affirmAfter(2, next)).toBe('3.0.0')
  expect(await affirmAfter(4, old)).toBe('3.0.0')
  const ci = await tokenHolder(api, '*', 'CI')
  expect((await ci.rollback('production', 'mf-jury')).statusCode).not.toBe(200)

  expect(await affirmAfter(6, old)).toBe('1.1.0-5he11')
  expect((await ci.rollback('production', 'mf-jury')).statusCode).toBe(200)
  const recorded = await api.db
    .selectFrom('mfe_audit')
    .select('detail')
    .where('action', '=', 'shell')
    .orderBy('id', 'desc')
    .execute()
  expect(recorded.slice(0, 2)).toMatchObject([
    { detail: { version: '1.1.0-5he11', before: '3.0.0' } },
    { detail: { version: '3.0.0', before: '2.0.0' } },
  ])
})

test('a damaged shell-release.json stops the start', async () => {
  await writeFile(join(mfeDir, 'shell/shell-release.json'), '{}')
  await expect(registerShell(context)).rejects.toThrow('npm run build')
})
