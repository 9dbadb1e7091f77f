import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import {
  GATES,
  MANIFEST_FILE,
  RegistryRefusal,
  registryPaths,
  type Gate,
  type RemoteRoute,
} from '@awards/shared/releases'
import {
  SHARED,
  SHELL_OF_TODAY as TODAY,
  archiveOf,
  releaseFixture,
  shellFixture,
  type Draft,
  type Files,
  type Given,
} from '../../../../api/test/release-fixture.ts'
import { randomBytes } from '../../../../api/test/random-bytes.ts'
import {
  publicationUrl,
  share,
  tokenHolder,
  type TokenHolder,
} from '../../../../api/test/registry-caller.ts'
import { testApi } from '../../../../api/test/test-api.ts'
import { ROOT_DIR } from '../../../../api/src/start/config.ts'
import { NO_ASSETS } from '../../site/route-assets.ts'
import { shellsRepository } from '../releases.repository.ts'

const api = await testApi()
const NAME = 'mf-jury'
let ci: TokenHolder
let number = 0
const nextVersion = () => `2.0.${(number += 1)}`

const page = (path: string): RemoteRoute => ({ path, title: 'A page', wrappers: [] })
const flip = (files: Files, path: string) => {
  const bytes = Buffer.from(files.get(path) ?? '')
  bytes[0] = (bytes[0] ?? 0) ^ 1
  files.set(path, bytes)
}

beforeAll(async () => {
  ci = await tokenHolder(api, '*', 'CI')
  const shells = shellsRepository(api.db)
  await shells.save('production', shellFixture(), new Date())
  await shells.save('staging', shellFixture(undefined, '1.2.0'), new Date())
})

/** Publishes and expects a refusal that leaves no row and no file. */
async function refusalOf(body: Buffer, version: string, query = '') {
  const answer = await ci.send('PUT', publicationUrl(NAME, version, query), body)
  expect(answer.statusCode).toBe(422)
  expect(answer.headers['cache-control']).toBe('no-store')
  const rows = await api.db.selectFrom('mfe_releases').where('version', '=', version).execute()
  expect(rows).toHaveLength(0)
  return RegistryRefusal.parse(answer.json())
}

test('a release that passes is published', async () => {
  const version = nextVersion()
  const answer = await ci.publish(NAME, version)
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({
    name: NAME,
    version,
    contract: '^1.0.0',
    preview: false,
    published_by: 'CI',
    files: 4,
    routes: expect.arrayContaining([expect.objectContaining({ path: '/juryreview' })]),
  })
})

type Case = [gate: Gate, what: string, given: Given, said: (string | RegExp)[]]
const before = (change: (draft: Draft) => void): Given => ({ before: change })
const after = (change: (files: Files) => void): Given => ({ after: change })

const CASES: Case[] = [
  ['manifest_missing', 'no manifest', after((files) => files.delete(MANIFEST_FILE)), ['no mf-']],
  [
    'manifest_invalid',
    'a manifest that is cut off',
    after((files) => files.set(MANIFEST_FILE, Buffer.from('{"name":'))),
    ['not JSON'],
  ],
  [
    'manifest_invalid',
    'a digest that browsers would ignore',
    before(({ manifest, files }) => {
      files.delete('css/50.9647eefb.css')
      manifest.integrity['css/50.9647eefb.css'] = 'e0d123e5'
    }),
    ['integrity.css/50.9647eefb.css'],
  ],
  [
    'name_mismatch',
    'another remote',
    before(({ manifest }) => (manifest.name = 'mf_payment')),
    ['"mf_payment"', '"mf_jury"'],
  ],
  [
    'global_name_mismatch',
    'a global name without the version',
    before(({ manifest }) => (manifest.metaData.globalName = 'mf_jury')),
    ['"mf_jury"', '"mf_jury_2_0_'],
  ],
  [
    'public_path_not_auto',
    'files of another site',
    before(({ manifest }) => (manifest.metaData.publicPath = 'https://evil.test/')),
    ['"https://evil.test/"', '"auto"'],
  ],
  [
    'public_path_not_auto',
    'code that computes the address',
    before(({ manifest }) =>
      Object.assign(manifest.metaData, { getPublicPath: 'return "//evil.test"' }),
    ),
    ['getPublicPath'],
  ],
  [
    'entry_path_unsafe',
    'an entry outside the release',
    before(({ manifest }) => (manifest.metaData.remoteEntry.path = '../1.0.0')),
    ['../1.0.0/remoteEntry.js'],
  ],
  [
    'entry_path_unsafe',
    'an entry that is no classic script',
    before(({ manifest }) => (manifest.metaData.remoteEntry.type = 'module')),
    ['"module"', '"global"'],
  ],
  [
    'absolute_remote',
    'a remote of its own',
    before(({ manifest }) => manifest.remotes.push({ entry: 'mf_x@https://evil.test/e.js' })),
    ['https://evil.test/e.js'],
  ],
  [
    'version_mismatch',
    'a build of another version',
    before(({ manifest }) => (manifest.metaData.buildInfo.buildVersion = '1.9.9')),
    ['"1.9.9"', '"2.0.'],
  ],
  [
    'file_missing',
    'a chunk is missing',
    after((files) => files.delete('js/605.b0d75063.js')),
    ['js/605'],
  ],
  [
    'file_missing',
    'the entry is not among the files',
    before(({ manifest }) => (manifest.metaData.remoteEntry.name = 'entry.js')),
    ['entry.js'],
  ],
  [
    'file_unlisted',
    'a file too much',
    after((files) => files.set('js/evil.js', Buffer.from('1'))),
    ['js/evil.js'],
  ],
  [
    'digest_mismatch',
    'a flipped bit',
    after((files) => flip(files, 'js/605.b0d75063.js')),
    ['js/605', /sha384-.* sha384-/],
  ],
  [
    'chunk_name_missing',
    'the chunks of another version',
    before(({ files }) => files.set('remoteEntry.js', Buffer.from('self.webpackChunkmf_jury=[]'))),
    ['webpackChunkmf_jury,', 'mf-jury@2.0.'],
  ],
  [
    'chunk_name_missing',
    'a longer name that begins alike',
    before(({ files, manifest }) => {
      const chunks = `webpackChunk${manifest.metaData.globalName}_1`
      files.set('remoteEntry.js', Buffer.from(`self.${chunks}=[]`))
    }),
    ['output.uniqueName'],
  ],
  [
    'shared_unsatisfied',
    'a newer React',
    { shared: { ...SHARED, react: '^20.0.0' } },
    ['react ^20.0.0', '19.3.1', 'production', 'staging'],
  ],
  [
    'shared_unsatisfied',
    'a library the shell has not',
    { shared: { ...SHARED, vue: '^3.0.0' } },
    ['vue ^3.0.0', 'does not provide'],
  ],
  [
    'shared_unsatisfied',
    'a range that is none',
    { shared: { ...SHARED, react: 'newest' } },
    ['react newest'],
  ],
  [
    'contract_unsatisfied',
    'a newer contract',
    { shared: { ...SHARED, '@awards/shared/contract': '^1.2.0' } },
    ['@awards/shared/contract ^1.2.0', '1.1.0', 'Deploy a shell'],
  ],
  [
    'expose_missing',
    'nothing for the shell',
    before(({ manifest }) => (manifest.exposes = [{ path: './app' }])),
    ['./app', './routes'],
  ],
  [
    'route_overlap',
    "another remote's page",
    { routes: [page('/news/latest')] },
    ['/news/latest', '/news/:slug', 'mf-public'],
  ],
  [
    'route_overlap',
    'a page of the shell, in capitals',
    { routes: [page('/Login')] },
    ['/Login', '/login'],
  ],
  [
    'route_overlap',
    'one page twice',
    { routes: [page('/a/:x'), page('/a/:y')] },
    ['/a/:y', '/a/:x'],
  ],
]

test.each(CASES)('%s: %s', async (gate, _what, given, said) => {
  const version = nextVersion()
  const body = await archiveOf(releaseFixture(NAME, version, given))
  const { error, problems = [] } = await refusalOf(body, version)
  expect(error).toBe('gates_failed')
  expect(new Set(problems.map((problem) => problem.gate))).toEqual(new Set([gate]))
  const text = problems.map(({ message }) => message).join(' ')
  for (const words of said)
    expect(text).toMatch(words instanceof RegExp ? words : RegExp(escape(words)))
})

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

describe('archives', () => {
  beforeEach(() => proves('security 40'))

  test.each([
    ['that climb', { name: '../../../../etc/cron.d/evil' }, 'climbs out'],
    ['with an absolute path', { name: '/etc/cron.d/evil' }, 'is absolute'],
    ['that climb in the middle', { name: 'js/../../evil.js' }, 'climbs out'],
    ['with a backslash', { name: String.raw`js\..\evil.js` }, 'backslash'],
    ['with a hidden file', { name: '.htaccess' }, 'is hidden'],
    ['with a name of other characters', { name: 'js/ev il.js' }, 'characters'],
    ['with a file twice', { name: 'remoteEntry.js' }, 'twice'],
    ['with a file twice in another case', { name: 'remoteentry.JS' }, 'twice'],
    [
      'with a symbolic link',
      { name: 'js/link.js', type: 'symlink', linkname: '/etc/passwd' },
      'link, no file',
    ],
    [
      'with a hard link',
      { name: 'js/link.js', type: 'link', linkname: '/etc/passwd' },
      'link, no file',
    ],
    ['with a device', { name: 'js/null.js', type: 'character-device' }, 'character-device'],
  ] as const)('scenario 12: %s are refused', async (_what, entry, said) => {
    proves('scenario 12')
    const version = nextVersion()
    const content = 'type' in entry ? {} : { content: Buffer.from('evil') }
    const body = await archiveOf(releaseFixture(NAME, version), [{ ...entry, ...content }])
    const { problems = [] } = await refusalOf(body, version)
    expect(problems).toMatchObject([
      { gate: 'path_unsafe', message: expect.stringContaining(said) },
    ])
  })

  test.each([
    ['no gzip at all', async () => Buffer.from('this is not an archive')],
    ['gzip of something else', async () => gzipSync(Buffer.alloc(2_000, 'x'))],
    ['cut off', async (whole: Buffer) => whole.subarray(0, whole.length - 200)],
  ])('that cannot be read are refused: %s', async (_what, spoil) => {
    const version = nextVersion()
    const body = await spoil(await archiveOf(releaseFixture(NAME, version)))
    const { problems = [] } = await refusalOf(body, version)
    expect(problems.map(({ gate }) => gate)).toEqual(['archive_unreadable'])
  })

  test('that unpack to more than 60 MB are refused early', async () => {
    const version = nextVersion()
    const bomb = { name: 'js/bomb.js', content: Buffer.alloc(200 * 1024 * 1024) }
    const body = await archiveOf(releaseFixture(NAME, version), [bomb])
    const memory = process.memoryUsage.rss()
    const { problems = [] } = await refusalOf(body, version)
    expect(problems).toMatchObject([{ gate: 'archive_too_large', wanted: '60 MB unpacked' }])
    expect(process.memoryUsage.rss() - memory).toBeLessThan(100 * 1024 * 1024)
  })

  test('that continue after their last file are refused', async () => {
    const version = nextVersion()
    const whole = gunzipSync(await archiveOf(releaseFixture(NAME, version)))
    const endless = gzipSync(Buffer.concat([whole, Buffer.alloc(80 * 1024 * 1024)]))
    const { problems = [] } = await refusalOf(endless, version)
    expect(problems).toMatchObject([{ gate: 'archive_too_large', wanted: '64 MB unpacked' }])
  })

  test('of more than 20 MB are refused', async () => {
    const noise = randomBytes(21 * 1024 * 1024)
    const { problems = [] } = await refusalOf(gzipSync(noise), nextVersion())
    expect(problems).toMatchObject([{ gate: 'archive_too_large', wanted: '20 MB packed' }])
  })

  test('of more than 2000 files are refused', async () => {
    const many = Array.from({ length: 2_001 }, (_, index) => ({
      name: `js/${index}.js`,
      content: Buffer.from('1'),
    }))
    const { problems = [] } = await refusalOf(await archiveOf(new Map(), many), nextVersion())
    expect(problems).toMatchObject([{ gate: 'archive_too_large', wanted: '2000 files' }])
  })

  test('may have all files in one top folder', async () => {
    const version = nextVersion()
    const files = [...releaseFixture(NAME, version)]
    const wrapped = new Map(files.map(([path, bytes]) => [`./${version}/${path}`, bytes]))
    expect((await ci.publishFiles(NAME, version, wrapped)).statusCode).toBe(201)
  })

  test('of another content type are refused with the expected one', async () => {
    const url = registryPaths.version(NAME, nextVersion())
    const answer = await ci.send('PUT', url, Buffer.from('x'), { 'content-type': 'text/plain' })
    expect(answer.statusCode).toBe(415)
    expect(answer.json().message).toContain('application/gzip')
  })
})

test('every gate has a test', () => {
  const tested = new Set(CASES.map(([gate]) => gate))
  const elsewhere = [
    // Tested under "archives".
    'archive_unreadable',
    'archive_too_large',
    'path_unsafe',
    // Tested in release-check.api.test.ts, which has a shell.
    'render_failed',
    'contract_any',
    'types_failed',
    'surface_broken',
    'size_exceeded',
  ]
  expect(GATES.filter((gate) => !tested.has(gate)).sort()).toEqual(elsewhere.sort())
})

test('reports all problems at once', async () => {
  const version = nextVersion()
  const files = releaseFixture(NAME, version, {
    shared: { react: '^20.0.0', '@awards/shared/contract': '^9.0.0' },
    routes: [page('/login')],
    before: ({ manifest }) => (manifest.metaData.publicPath = '/'),
    after: (sealed) => flip(sealed, 'js/605.b0d75063.js'),
  })
  const { problems = [], message } = await refusalOf(await archiveOf(files), version)
  const gates = ['public_path_not_auto', 'digest_mismatch', 'route_overlap']
  expect(new Set(problems.map(({ gate }) => gate))).toEqual(
    new Set([...gates, 'shared_unsatisfied', 'contract_unsatisfied']),
  )
  expect(message).toBe(`mf-jury ${version} is refused for ${problems.length} reasons:`)
})

test('names twenty problems per gate and counts the rest', async () => {
  const version = nextVersion()
  const files = releaseFixture(NAME, version, {
    after: (sealed) => {
      for (let index = 0; index < 50; index += 1) sealed.set(`js/x${index}.js`, Buffer.from('1'))
    },
  })
  const { problems = [] } = await refusalOf(await archiveOf(files), version)
  expect(problems).toHaveLength(21)
  expect(problems.at(-1)?.message).toBe('And 30 more of this kind.')
})

test('a release for one channel is checked against the shell of that channel only', async () => {
  await shellsRepository(api.db).save(
    'staging',
    shellFixture({ ...SHARED, react: '20.1.0', '@awards/shared/contract': '1.1.0' }, '2.0.0'),
    new Date(),
  )
  const version = nextVersion()
  const given = { shared: { ...SHARED, react: '^20.0.0' } }
  const both = await refusalOf(await archiveOf(releaseFixture(NAME, version, given)), version)
  expect(both.problems).toMatchObject([
    { gate: 'shared_unsatisfied', wanted: '^20.0.0', provided: '19.3.1' },
  ])
  const staging = await ci.publish(NAME, version, given, '?channel=staging')
  expect(staging.statusCode).toBe(201)
  await shellsRepository(api.db).save('staging', shellFixture(undefined, '1.2.0'), new Date())
})

test('routes of deployed remotes are reserved, those of merely published ones are not', async () => {
  const gallery = { routes: [page('/gallery/:id')] }
  const workshop = { routes: [page('/gallery/new')] }
  expect((await ci.publish('mf-gallery', '1.0.0', gallery)).statusCode).toBe(201)
  expect((await ci.publish('mf-workshop', '1.0.0', workshop)).statusCode).toBe(201)
  await ci.promote('staging', 'mf-gallery', [share('1.0.0', 100, true)])

  const refused = await ci.publish('mf-workshop', '1.0.1', workshop)
  expect(refused.json().problems).toMatchObject([
    { gate: 'route_overlap', wanted: '/gallery/new', provided: '/gallery/:id' },
  ])
  const production = await ci.publish('mf-workshop', '1.0.2', workshop, '?channel=production')
  expect(production.statusCode).toBe(201)
  const promoted = await ci.promote('staging', 'mf-workshop', [share('1.0.0', 100, true)])
  expect(promoted.statusCode).toBe(422)
  expect(promoted.json().problems).toMatchObject([{ gate: 'route_overlap' }])
  const own = { routes: [page('/gallery/:id'), page('/gallery/new')] }
  expect((await ci.publish('mf-gallery', '1.1.0', own)).statusCode).toBe(201)
})

test('refuses a version with the global name of another version', async () => {
  expect((await ci.publish(NAME, '3.0.0-pr.1')).statusCode).toBe(201)
  const twin = await ci.publish(NAME, '3.0.0-pr-1')
  expect(twin.json().problems).toMatchObject([{ gate: 'global_name_mismatch' }])
  expect(twin.json().problems[0].message).toContain('3.0.0-pr-1 and 3.0.0-pr.1')
})

test.each(['mf-entrant', 'mf-jury', 'mf-payment', 'mf-public'])(
  'a release of %s from before the registry passes',
  async (name) => {
    const body = await readFile(join(ROOT_DIR, 'e2e/fixtures/previous-release', `${name}.tgz`))
    const version = PREVIOUS[name] ?? ''
    await shellsRepository(api.db).save('production', TODAY, new Date())
    await shellsRepository(api.db).save('staging', TODAY, new Date())
    const answer = await ci.send('PUT', publicationUrl(name, version), body)
    expect(answer.json()).toMatchObject({ name, version, contract: '^1.0.0' })
    expect(answer.statusCode).toBe(201)
  },
)

const PREVIOUS: Record<string, string> = {
  'mf-entrant': '1.0.0-dc60c464b7',
  'mf-jury': '1.0.0-6e49fbf62d',
  'mf-payment': '1.0.0-d1c7b44e7e',
  'mf-public': '1.0.0-d3db3d2b6c',
}

/* Scenario 27: what a team says of its build, and how a release differs from the one that a channel runs. */
const KB = 1_024
const surfaceOf = (version: string, fields: object, names = ['Page', 'Loader']) => ({
  version,
  modules: { '@awards/shared/ui': names },
  calls: {
    'entry/list': {
      method: 'GET',
      path: '/api/entry/list',
      input: { type: 'object', properties: {} },
      output: { type: 'object', properties: fields, required: Object.keys(fields) },
    },
  },
})
const withSurface = (surface: object): Given =>
  before(({ files }) => files.set('surface.json.gz', gzipSync(JSON.stringify(surface))))
const OLD_FIELDS = { title: { type: 'string' }, designer: { type: 'string' } }

/** A remote whose first release stands in staging; answers the second one's publication. */
async function following(first: Given, second: Given, query = '', number = '1.1.0') {
  const name = `mf-next${String.fromCharCode(97 + (followers += 1))}`
  await ci.publish(name, '1.0.0', { routes: [], ...first })
  await ci.promote('staging', name, [share('1.0.0', 100, true)], 0)
  const answer = await ci.publish(name, number, { routes: [], ...second }, query)
  const rows = await api.db
    .selectFrom('mfe_releases')
    .selectAll()
    .where('name', '=', name)
    .where('version', '=', number)
    .execute()
  expect(rows).toHaveLength(answer.statusCode === 201 && !query.includes('dryRun') ? 1 : 0)
  return { name, answer, problems: answer.json().problems as { gate: string; message: string }[] }
}
let followers = 0

test.each([
  ['failed', /do not compile/],
  ['unchecked', /Nobody has said/],
])('scenario 27: types that are %s are refused, also in a dry run', async (types, words) => {
  proves('scenario 27')
  for (const dryRun of ['', '&dryRun=1']) {
    const version = nextVersion()
    const url = `${registryPaths.version(NAME, version)}?types=${types}${dryRun}`
    const answer = await ci.send('PUT', url, await archiveOf(releaseFixture(NAME, version)))
    expect(answer.statusCode).toBe(422)
    expect(answer.json().problems).toEqual([
      expect.objectContaining({ gate: 'types_failed', message: expect.stringMatching(words) }),
    ])
  }
})

test.each(['*', '>=1.0.0', 'latest'])('the contract %s is refused', async (range) => {
  const version = nextVersion()
  const shared = { react: '^19.3.1', '@awards/shared/contract': range }
  const answer = await ci.publish(NAME, version, { shared })
  const { problems } = RegistryRefusal.parse(answer.json())
  // A range that is none satisfies no shell either.
  expect(problems?.map(({ gate }) => gate)).toContain(
    range === 'latest' ? 'contract_unsatisfied' : 'contract_any',
  )
})

test('a release without the contract is held to the other modules of shared, and refused without any', async () => {
  const held = await ci.publish(NAME, nextVersion(), { shared: { '@awards/shared/ui': '^1.0.0' } })
  expect(held.json()).toMatchObject({ contract: '^1.0.0' })
  const none = await ci.publish(NAME, nextVersion(), { shared: { react: '^19.3.1' } })
  expect(none.json().problems).toMatchObject([{ gate: 'contract_any', provided: '*' }])
})

test('scenario 27: a broken surface is refused, naming the member, unless the major version says so', async () => {
  proves('scenario 27')
  const first = withSurface(surfaceOf('1.4.0', OLD_FIELDS))
  const renamed = { title: { type: 'string' }, designers: { type: 'string' } }
  for (const query of ['', '?dryRun=1', '?channel=staging']) {
    const { problems } = await following(first, withSurface(surfaceOf('1.4.1', renamed)), query)
    expect(problems).toMatchObject([{ gate: 'surface_broken' }])
    expect(problems[0]?.message).toContain('call entry/list, output.designer is gone')
    expect(problems[0]?.message).toContain('"version": "2.0.0"')
  }
  const gone = await following(first, withSurface(surfaceOf('1.5.0', OLD_FIELDS, ['Page'])))
  expect(gone.problems[0]?.message).toContain('Loader of @awards/shared/ui is gone')

  const major = await following(first, withSurface(surfaceOf('2.0.0', renamed)))
  expect(major.answer.statusCode).toBe(201)
  const more = { ...OLD_FIELDS, year: { type: 'number' } }
  const grown = await following(first, withSurface(surfaceOf('1.4.0', more)))
  expect(grown.answer.statusCode).toBe(201)
  const older = await following(first, withSurface(surfaceOf('1.3.0', renamed)))
  expect(older.answer.statusCode).toBe(201)
  const unknown = await following({}, withSurface(surfaceOf('1.4.0', renamed)))
  expect(unknown.answer.statusCode).toBe(201)
})

test('the surface lies beside a release: equal bytes are one release, and a broken surface is refused for it too', async () => {
  const built = (surface: object) => {
    const bytes = gzipSync(JSON.stringify(surface))
    const given = after((files) => files.set('surface.json.gz', bytes))
    return ci.publish('mf-beside', '1.0.0', { routes: [], ...given })
  }
  expect((await built(surfaceOf('1.4.0', OLD_FIELDS))).statusCode).toBe(201)
  await ci.promote('staging', 'mf-beside', [share('1.0.0', 100, true)], 0)
  const grown = await built(surfaceOf('1.5.0', { ...OLD_FIELDS, year: { type: 'number' } }))
  expect(grown.statusCode).toBe(200)
  const broken = await built(surfaceOf('1.4.1', { title: { type: 'string' } }))
  expect(broken.json().problems).toMatchObject([{ gate: 'surface_broken' }])
  // The first that was published stays: of 1.5.0 the year would be gone too.
  expect(broken.json().problems).toHaveLength(1)
  const stored = await api.context.registry.file('mf-beside', '1.0.0', 'surface.json.gz')
  expect(JSON.parse(gunzipSync(stored ?? '').toString())).toMatchObject({ version: '1.4.0' })
})

/** A release whose pages load a script of so many kilobytes each. */
const withPages = (pages: Record<string, number>, budget?: number): Given =>
  before(({ manifest, files }) => {
    const screens = Object.entries(pages).map(([path, size]) => {
      files.set(`js/${path}.js`, Buffer.alloc(size * KB, ' '))
      return { path, files: [`js/${path}.js`], shared: [] }
    })
    const assets = { ...NO_ASSETS, screens }
    files.set('route-assets.json', Buffer.from(JSON.stringify(assets)))
    if (budget !== undefined) manifest['budget'] = budget
  })

test('a page that grows by more than a twentieth is refused with both sizes, unless somebody says why', async () => {
  const first = withPages({ works: 100, about: 100 })
  const { problems } = await following(first, withPages({ works: 120, about: 103 }), '?dryRun=1')
  expect(problems).toMatchObject([{ gate: 'size_exceeded', subject: '/works' }])
  expect(problems[0]?.message).toMatch(/from 101 KB to 121 KB \(20 %\) since 1\.0\.0 in staging/)
  // A twentieth of a small page is no more than a comment.
  const small = await following(withPages({ works: 9 }), withPages({ works: 11 }))
  expect(small.answer.statusCode).toBe(201)
  const query = '?acceptSize=the%20new%20viewer'
  const accepted = await following(first, withPages({ works: 120 }), query)
  expect(accepted.answer.statusCode).toBe(201)
  const audit = await ci.send('GET', registryPaths.audit('staging'))
  expect(audit.json().entries[0]).toMatchObject({
    action: 'publish',
    name: accepted.name,
    reason: 'the new viewer',
  })
})

test('a page beyond the budget of remote.json is refused, also in the first release', async () => {
  const tooMuch = await ci.publish('mf-heavy', '1.0.0', {
    routes: [],
    ...withPages({ works: 90 }, 80),
  })
  expect(tooMuch.json().problems).toMatchObject([
    { gate: 'size_exceeded', subject: '/works', wanted: '80 KB', provided: '91 KB' },
  ])
  const fine = await ci.publish('mf-heavy', '1.0.0', {
    routes: [],
    ...withPages({ works: 70 }, 80),
  })
  expect(fine.statusCode).toBe(201)
})
