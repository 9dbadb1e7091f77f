import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { parseDiscovery, registryPaths } from '@awards/shared/releases'
import { share, tokenHolder } from '../../../api/test/registry-caller.ts'
import { testApi } from '../../../api/test/test-api.ts'

// The files are in a folder that the other sites share.
const registry = await testApi({ SERVE: 'registry', STORAGE_URL: '' })
const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(registry.db)
const socket = encodeURIComponent(process.env['AWARDS_TEST_SOCKET'] ?? '')
const shared = {
  REGISTRY_DATABASE_URL: `postgres://awards@/${rows[0]?.name}?host=${socket}`,
  REGISTRY_FILES_DIR: registry.context.config.registryFilesDir,
}
const staging = await testApi({ ...shared, CHANNEL: 'staging' })

const remotesOf = async ({ app }: { app: typeof registry.app }) => {
  const answer = await app.inject('/discovery.json')
  return Object.keys(parseDiscovery(answer.json()).microFrontends)
}

test('a standalone registry publishes, promotes and serves files, but no site', async () => {
  const ci = await tokenHolder(registry, '*', 'CI')
  expect((await ci.publish('mf-jury', '1.0.0')).statusCode).toBe(201)
  await ci.promote('production', 'mf-jury', [share('1.0.0', 100, true)])
  const { app } = registry
  expect((await app.inject('/mfe-b/mf-jury/1.0.0/mf-manifest.json')).statusCode).toBe(200)
  expect(await remotesOf(registry)).toEqual(['mf-jury'])
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  expect((await app.inject('/')).statusCode).toBe(404)
  expect((await app.inject('/api/user/login')).json()).toMatchObject({ code: 404 })
})

test('a site with its own database follows a channel of a shared registry', async () => {
  const ci = await tokenHolder(staging, '*', 'CI of staging')
  await ci.publish('mf-public', '1.0.0')
  await ci.promote('staging', 'mf-public', [share('1.0.0', 100, true)])
  expect(await remotesOf(staging)).toEqual(['mf-public'])
  expect(await remotesOf(registry)).toEqual(['mf-jury'])
  const file = await registry.app.inject('/mfe/mf-public/1.0.0/remoteEntry.js')
  expect(file.statusCode).toBe(200)
  const own = await staging.db.selectFrom('mfe_releases').select('version').execute()
  expect(own).toEqual([])
})

const runFile = (file: string, args: readonly string[], env: NodeJS.ProcessEnv) =>
  promisify(execFile)(process.execPath, [file, ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (failed: { code: number; stdout: string; stderr: string }) => failed,
  )

test('a standalone registry is backed up from its database, with a folder that has none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'awards-registry-'))
  const file = join(import.meta.dirname, '../../../api/src/ops/backup.cli.ts')
  const env = { ...process.env, ...shared, SERVE: 'registry', DATA_DIR: join(folder, 'data') }
  try {
    const { code, stdout, stderr } = await runFile(file, ['--to', join(folder, 'kept')], env)
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(stdout).toContain(`Backup ${join(folder, 'kept')}`)
  } finally {
    await rm(folder, { recursive: true })
  }
})

describe('the command line', () => {
  const file = join(import.meta.dirname, 'registry.cli.ts')
  const env = { ...process.env, ...shared, DATA_DIR: registry.context.config.dataDir }
  const run = (...args: string[]) => runFile(file, args, env)

  test('creates a token, lists it without the secret, and revokes it', async () => {
    const made = await run('token', 'create', 'mf-jury', '--owner', 'Jury team')
    const [token = ''] = /dt_[\w-]{43}/.exec(made.stdout) ?? []
    const [, id = ''] = /Token (\d+)/.exec(made.stdout) ?? []
    const url = registryPaths.channel('production')
    const ask = () => registry.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    expect((await ask()).statusCode).toBe(200)

    const listed = await run('token', 'list')
    expect(listed.stdout).toMatch(RegExp(`${id} +mf-jury +Jury team`))
    expect(listed.stdout).not.toContain(token)

    expect((await run('token', 'revoke', id)).code).toBe(0)
    expect((await ask()).statusCode).toBe(401)
  })

  test('creates a token for all remotes with the word all', async () => {
    expect((await run('token', 'create', 'all', '--owner', 'CI')).stdout).toContain('all remotes')
  })

  test.each([
    [['token', 'create', 'mf-jury'], 2, 'Usage'],
    [['token', 'create', 'jury', '--owner', 'Anna'], 1, 'jury is no remote'],
    [['token', 'revoke', '1'], 1, 'There is no token 1'],
    [['token', 'create', 'mf-jury', '--for', 'Anna'], 2, 'Usage'],
  ])('%j prints the error', async (args, code, said) => {
    const failed = await run(...args)
    expect(failed.code).toBe(code)
    expect(failed.stderr).toContain(said)
  })
})
