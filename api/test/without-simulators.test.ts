import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimPorts } from '../../tools/testing/ports.ts'
import { ROOT_DIR } from '../src/start/config.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'awards-without-simulators-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

/** Workspace packages that `pnpm install --prod` of a package brings along, itself included. */
function productionClosure(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  const file = join(ROOT_DIR, name.replace('@awards/', ''), 'package.json')
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(file, 'utf8')) as {
    dependencies?: Record<string, string>
    optionalDependencies?: Record<string, string>
  }
  for (const [each, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
    if (version.startsWith('workspace:')) productionClosure(each, found)
  }
  return found
}

test('production dependencies of the server contain no simulators', () => {
  const packages = [...productionClosure('@awards/api'), ...productionClosure('@awards/platform')]
  expect(new Set(packages)).toEqual(new Set(['@awards/api', '@awards/platform', '@awards/shared']))
})

/** Resolves the simulators from a folder without packages, as in the production image; prints each loaded file. */
const HOOK = `import { registerHooks } from 'node:module'
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier.startsWith('@awards/simulators')
      ? { ...context, parentURL: ${JSON.stringify(`file://${dataDir}/main.js`)} } : context),
  load(url, context, next) {
    console.log('loaded ' + url)
    return next(url, context)
  },
})`

/** Starts the server where the simulators are absent, until it exits by itself. */
async function startWithoutSimulators(settings: Record<string, string>) {
  const [port, unused] = await claimPorts(2)
  const args = [
    '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
    `--import=data:text/javascript,${encodeURIComponent(HOOK)}`,
    join(ROOT_DIR, 'api/src/main.ts'),
  ]
  const env = {
    PATH: process.env['PATH'],
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    // Nothing listens there: the start ends at the database, after all its modules are loaded.
    DATABASE_URL: `postgres://awards@127.0.0.1:${unused}/awards`,
    ...settings,
  }
  return new Promise<{ code: unknown; error: string; loaded: string[] }>((resolve) => {
    execFile(process.execPath, args, { env, maxBuffer: 1 << 24 }, (failure, stdout, stderr) => {
      const lines = stdout.split('\n').filter((line) => line.startsWith('loaded file:'))
      const loaded = lines.map((line) => line.replace(`loaded file://${ROOT_DIR}/`, ''))
      resolve({ code: failure?.code, error: stderr, loaded })
    })
  })
}

test('a production site starts without the simulators, and loads no code of the demo', async () => {
  const { code, error, loaded } = await startWithoutSimulators({
    MODE: 'production',
    SITE_URL: 'http://localhost',
    SMTP_URL: 'smtp://127.0.0.1:9',
  })
  expect(error).toContain('The database cannot be reached')
  expect(code).toBe(1)
  expect(loaded).toContain('api/src/start/build-app.ts')
  expect(loaded.filter((file) => /^simulators\/|^api\/src\/demo\//.test(file))).toEqual([
    // The sign-in refuses the public password of the demo.
    'api/src/demo/demo-accounts.ts',
  ])
})

test('a demo without the simulators is refused, with the settings that help', async () => {
  const { code, error } = await startWithoutSimulators({ MODE: 'demo' })
  expect(code).toBe(1)
  expect(error).toBe(
    'The demo needs simulators of mail and payments, and @awards/simulators is not installed here.\n' +
      'Set SIMULATORS_URL to simulators that run elsewhere, or MODE=production.\n',
  )
})
