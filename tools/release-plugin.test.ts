import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

type Compilation = { errors: unknown[]; outputOptions: { path: string } }
type Compiler = {
  hooks: {
    afterEmit: { tapPromise(name: string, work: (compilation: Compilation) => Promise<void>): void }
  }
}
type Options = {
  name: string
  version: string
  routes: object[]
  menu: object[]
  isOwnVersion: boolean
}

const require = createRequire(resolve(import.meta.dirname, '../shared/package.json'))
const { ReleasePlugin } = require('./build/plugins/release-plugin.cjs') as {
  ReleasePlugin: new (options: Options) => { apply(compiler: Compiler): void }
}

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'awards-release-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const readJson = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, path), 'utf8'))

/** What webpack leaves behind, and then the plugin. */
async function emit(version: string, { isOwnVersion = false, errors = [] as unknown[] } = {}) {
  const path = join(folder, version)
  mkdirSync(path)
  writeFileSync(join(path, 'remoteEntry.js'), 'var mf_jury')
  writeFileSync(join(path, 'mf-manifest.json'), '{"metaData":{"buildInfo":{}}}')
  const screens = [{ path: '/juryreview', usesDesign: true }, { path: '/jury-invitation' }]
  writeFileSync(join(path, 'route-assets.json'), JSON.stringify({ screens }))
  let finished: Promise<void> | undefined
  const tapPromise = (_name: string, work: (compilation: Compilation) => Promise<void>) => {
    finished = work({ errors, outputOptions: { path } })
  }
  const routes = [{ path: '/juryreview', title: 'Jury', wrappers: [] }]
  const plugin = new ReleasePlugin({ name: 'mf-jury', version, routes, menu: [], isOwnVersion })
  plugin.apply({ hooks: { afterEmit: { tapPromise } } })
  await finished
}

test('the build of the sources is the one that the next start deploys', async () => {
  await emit('1.0.0-0a1b2c3d4e')
  expect(readJson('release.json')).toMatchObject({ name: 'mf-jury', version: '1.0.0-0a1b2c3d4e' })
  // No commit: the same sources have to give the same bytes before they are committed and after.
  expect(readJson('1.0.0-0a1b2c3d4e/mf-manifest.json')['metaData']).toEqual({
    buildInfo: { buildVersion: '1.0.0-0a1b2c3d4e' },
  })
})

test('a build under a version of its own is whole, and no start deploys it', async () => {
  await emit('1.0.0-0a1b2c3d4e')
  await emit('1.5.0-pr88.3', { isOwnVersion: true })
  expect(readJson('1.5.0-pr88.3/mf-manifest.json')).toMatchObject({
    metaData: { buildInfo: { buildVersion: '1.5.0-pr88.3' } },
    routes: [{ path: '/juryreview' }],
    antdPages: ['/juryreview'],
    integrity: { 'remoteEntry.js': expect.stringMatching(/^sha384-/) },
  })
  expect(readJson('release.json')).toMatchObject({ version: '1.0.0-0a1b2c3d4e' })
})

test('a build with errors is no release', async () => {
  await emit('1.0.0-0a1b2c3d4e', { errors: [new Error('broken')] })
  expect(existsSync(join(folder, 'release.json'))).toBe(false)
})
