import { registryPaths, type RegistryRefusal } from '@awards/shared/releases'
import { tokenHolder } from '../../../api/test/registry-caller.ts'
import { archiveOf } from '../../../api/test/release-fixture.ts'
import { testApi } from '../../../api/test/test-api.ts'
import { DAY_MS } from '../../../api/src/lib/time.ts'
import { NO_ASSETS } from '../site/route-assets.ts'
import { integrityOf } from './gates/release-files.ts'
import { releaseKey } from './registry.types.ts'
import { removeOldShells } from './shell-builds.service.ts'

const api = await testApi()
const ci = await tokenHolder(api, '*', 'CI')
const nadia = await tokenHolder(api, 'mf-jury', 'Nadia')
const VERSION = '1.4.0-5he11'
const SCRIPT = 'js/main.js'

function build(version = VERSION, script = 'the script') {
  const integrity = { [SCRIPT]: integrityOf(Buffer.from('the script')) }
  const release = { name: 'shell', version, provides: {}, routes: [] }
  return new Map([
    ['index.html', Buffer.from('<!--head-->')],
    ['server.cjs', Buffer.from('exports.render = 1')],
    ['route-assets.json', Buffer.from(JSON.stringify({ ...NO_ASSETS, integrity }))],
    ['shell-release.json', Buffer.from(JSON.stringify(release))],
    [SCRIPT, Buffer.from(script)],
  ])
}
const put = async (files: Map<string, Buffer>, query = '', by = ci) =>
  by.send('PUT', registryPaths.shell(VERSION) + query, await archiveOf(files))
const without = (path: string) => new Map([...build()].filter(([one]) => one !== path))

test.each<[string, Map<string, Buffer>, string, string]>([
  ['that lacks its page', without('index.html'), 'file_missing', 'index.html'],
  ['that lacks a script', without(SCRIPT), 'file_missing', SCRIPT],
  ['of which a script was changed', build(VERSION, 'evil'), 'digest_mismatch', SCRIPT],
  ['of another version', build('1.0.0'), 'version_mismatch', 'shell-release.json'],
])('a build of the shell %s is refused', async (_what, files, gate, subject) => {
  const answer = await put(files)
  expect(answer.statusCode).toBe(422)
  expect(answer.json<RegistryRefusal>().problems).toMatchObject([{ gate, subject }])
})

test('a build is published once, by who may change everything, and goes after fourteen days', async () => {
  expect((await put(build(), '', nadia)).statusCode).toBe(403)
  expect((await put(build(), '?dryRun=1')).statusCode).toBe(200)
  const rows = () => api.db.selectFrom('mfe_shell_builds').select('version').execute()
  expect(await rows()).toEqual([])
  expect((await put(build())).statusCode).toBe(201)
  expect((await put(build())).statusCode).toBe(200)
  const other = build().set('index.html', Buffer.from('another page'))
  expect((await put(other)).json()).toMatchObject({ error: 'version_exists' })

  const { context } = api
  const later = (days: number) => () => new Date(context.clock().getTime() + days * DAY_MS)
  await removeOldShells({ ...context, clock: later(13) })
  expect(await rows()).toEqual([{ version: VERSION }])
  await removeOldShells({ ...context, clock: later(15) })
  expect(await rows()).toEqual([])
  const file = context.registryStorage.read(releaseKey('shell', VERSION, SCRIPT))
  await expect(file).rejects.toMatchObject({ code: 'ENOENT' })
})
