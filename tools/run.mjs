// The commands of the root. Plain Node, no dependency: this file installs the workspace, then hands over
// to the Node that the workspace pins.
import { bench } from './run/bench.mjs'
import { checkNode, ensureInstalled } from './run/install.mjs'
import { mfe } from './run/mfe.mjs'
import { auditPackages, sbom } from './run/packages.mjs'
import { runTool } from './run/processes.mjs'
import { crawl, screens } from './run/screens.mjs'
import { start } from './run/start.mjs'
import { check, test } from './run/test.mjs'

const COMMANDS = {
  start,
  test,
  check,
  build: (args) => runTool('tools/build.mjs', args),
  programme: (args) => runTool('api/src/modules/programme/programme.cli.ts', args),
  backup: (args) => runTool('api/src/modules/operations/backup.cli.ts', args),
  restore: (args) => runTool('api/src/modules/operations/restore.cli.ts', args),
  files: (args) => runTool('api/src/modules/operations/files.cli.ts', args),
  results: (args) => runTool('api/src/modules/jury/results.cli.ts', args),
  audit: (args) => runTool('api/src/modules/audit/audit.cli.ts', args),
  vitals: (args) => runTool('api/src/modules/platform/vitals.cli.ts', args),
  screens,
  crawl,
  mfe,
  'build:mono': (args) => runTool('tools/build-mono.mjs', args),
  bench,
  replicas: (args) =>
    runTool('deploy/replicas/replicas.cli.ts', args, {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    }),
  drill: (args) => runTool('tools/drills/drill.ts', args),
  'test:money': (args) => runTool('tools/money/test-money.mjs', args),
  'test:money:mutants': (args) => runTool('tools/money/mutants.mjs', args),
  'test:jury:mutants': (args) => runTool('tools/jury/mutants.mjs', args),
  'test:security:mutants': (args) => runTool('tools/security/mutants.mjs', args),
  'test:security:fuzz': (args) => runTool('tools/security/fuzz.mjs', args),
  sbom,
  'audit:packages': auditPackages,
  scan: (args) => runTool('e2e/security/scan.ts', args),
  'db-types': () => runTool('tools/db-types.ts'),
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
if (!command) {
  console.error(`Usage: node tools/run.mjs ${Object.keys(COMMANDS).join(' | ')}`)
  process.exit(2)
}
checkNode()
await ensureInstalled()
process.exitCode = await command(args)
