import { PNPM } from './install.mjs'
import { passSignals, run, runTool } from './processes.mjs'

const script = (file, options) => (args) => runTool(file, args, options)

/** Commands of an operator; docs/operate describes them. */
const COMMANDS = {
  backup: {
    about: 'database and files of a running site into a folder',
    run: script('api/src/ops/backup.cli.ts'),
  },
  restore: {
    about: 'a backup into an empty place',
    run: script('api/src/ops/restore.cli.ts'),
  },
  migrate: {
    about: 'run the pending migrations before the processes of a release start',
    run: script('api/src/ops/migrate.cli.ts'),
  },
  files: {
    about: 'compare stored files with the rows that name them',
    run: script('api/src/ops/files.cli.ts'),
  },
  programme: {
    about: 'plan, apply or export the content of the site',
    run: script('api/src/modules/programme/programme.cli.ts'),
  },
  rights: {
    about: "who may do what at the organiser's desk, and the first of them",
    run: script('api/src/modules/organiser/rights.cli.ts'),
  },
  results: {
    about: 'check frozen results against their fingerprint',
    run: script('api/src/modules/jury/results/results.cli.ts'),
  },
  'verify-audit': {
    about: 'check that the audit log was not rewritten',
    run: script('api/src/modules/audit/audit.cli.ts'),
  },
  vitals: {
    about: 'how fast the pages were for visitors',
    run: script('platform/src/reports/vitals.cli.ts'),
  },
  replicas: {
    about: 'the site as on several machines: bucket, nginx, three processes',
    run: script('deploy/replicas/replicas.cli.ts', {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    }),
  },
  sbom: {
    about: 'every package of the site with its licence, as CycloneDX',
    takes: '[FILE]',
    run: sbom,
  },
  'audit-packages': { about: 'known holes in the locked packages', takes: '', run: auditPackages },
  pages: {
    about: 'the site’s table of pages, after a change in remote.json',
    takes: '',
    run: script('shared/build/remote-pages.cjs'),
  },
  'db-types': {
    about: 'types of the tables, after a migration',
    takes: '',
    run: script('tools/db-types.ts'),
  },
}

const isHelp = (word) => word === '--help' || word === '-h'

/** Exit code of a command without a command line of its own that is asked for help, or given what it does not take. */
function usageOf(name, { about, takes }, args) {
  if (takes === undefined) return undefined
  const usage = `npm run awards -- ${name} ${takes}`.trimEnd()
  if (args.some(isHelp)) {
    console.log(`Usage: ${usage}\n  ${about}`)
    return 0
  }
  const [unknown] = args.filter((one) => one.startsWith('-')).concat(args.slice(takes ? 1 : 0))
  if (unknown === undefined) return undefined
  console.error(`"${unknown}" is not understood.\nUsage: ${usage}`)
  return 2
}

/** `npm run awards -- <command> …`; without a command it lists them. */
export async function awards([name = '', ...args]) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command) {
    const refused = usageOf(name, command, args)
    if (refused !== undefined) return refused
    if (name === 'replicas') passSignals()
    return command.run(args)
  }
  const isAsked = name === '' || name === 'help' || isHelp(name)
  if (!isAsked) console.error(`There is no command "${name}". Choose one of these:\n`)
  console.log('npm run awards -- <command> [arguments]\n')
  for (const [each, { about }] of Object.entries(COMMANDS)) {
    console.log(`  ${each.padEnd(16)}${about}`)
  }
  return isAsked && name !== '' ? 0 : 2
}

const pnpm = (...args) => run('npx', ['--yes', PNPM, ...args])

/** Writes the software bill of materials as CycloneDX; an argument names the file. */
async function sbom([out = '.cache/sbom.json']) {
  const code = await pnpm(
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
    '--prod',
    '--out',
    out,
  )
  if (code === 0) console.log(`Every package of the site is in ${out}.`)
  return code
}

/** Checks the locked packages for known vulnerabilities; exits with 1 if one is high or critical. */
async function auditPackages() {
  const code = await pnpm('audit', '--audit-level', 'high')
  if (code !== 0) {
    console.error(
      'There is a hole to mend, or the registry did not answer; the lines above say which. A mirror may have no audit: ask from where registry.npmjs.org can be reached.',
    )
  }
  return code
}
