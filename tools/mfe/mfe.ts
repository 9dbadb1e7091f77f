import { runTool, passSignals } from '../run/processes.mjs'
import { type Command, readArguments, CommandError, UsageError } from './command.ts'
import { create } from './create.ts'
import { dev } from './dev.ts'
import { approve, hold, promote, remove, rollback } from './promote.ts'
import { build, publish, ship } from './publish.ts'
import { status, versions } from './status.ts'
import { pack } from './pack.ts'
import { preview } from './preview/preview.ts'
import { isPackaged, remoteAt } from './workspace.ts'

const SCRIPT = 'platform/src/registry/registry.cli.ts'

/** Commands that run on the server's machine, against its database. */
const OPERATOR_COMMANDS = ['token', 'staff-link', 'owner'] as const

/** Passes the arguments on to the registry's command line. */
const runOperator = (args: readonly string[]): Promise<number> => runTool(SCRIPT, [...args])

export const surface: Command = {
  usage: '[--release]',
  about:
    'list what shared offers differently from its last release; --release records it as released',
  shape: { name: 'none', flags: ['release'] },
  run: (given) =>
    runTool('tools/surface/surface.cli.ts', given.flag('release') ? ['--release'] : []),
}

const COMMANDS: Readonly<Record<string, Command>> = {
  ...(!isPackaged && { surface, pack, preview }),
  create,
  dev,
  build,
  publish,
  promote,
  ship,
  approve,
  rollback,
  hold,
  remove,
  status,
  versions,
}

const OPERATOR_USAGE = `  token create <name|all> --owner "…" | list | revoke <id>
      make, list and revoke deploy tokens (on the machine of the site)
  staff-link --owner "…" [--remote <name|all>]
      make a link for a browser: it sees releases and pins previews, and with --remote it changes releases
      on the page /releases (on the machine of the site)
  owner set <name|all> [--mail …] [--webhook https://…] | list | remove <name|all>
      who is told when a canary stops a release (on the machine of the site)`

function usage(): string {
  const lines = Object.entries(COMMANDS).map(([name, one]) =>
    `  ${name} ${one.usage}\n      ${one.about}`.trimEnd(),
  )
  return [
    'Usage: npm run mfe -- <command>',
    ...lines,
    ...(isPackaged ? [] : [OPERATOR_USAGE]),
    '',
    'The site is --site <url>, MFE_SITE or http://localhost:8080; the token is MFE_TOKEN or in',
    '--token-file <path>. Inside the folder of a remote its name may be left out.',
  ].join('\n')
}

const isOperatorCommand = (word: string) =>
  !isPackaged && (OPERATOR_COMMANDS as readonly string[]).includes(word)

const isHelp = (word: string) => word === '--help' || word === '-h'

async function run([word = '', ...args]: string[]): Promise<number> {
  if (word === 'help' || isHelp(word)) {
    console.log(usage())
    return 0
  }
  if (isOperatorCommand(word)) return runOperator([word, ...args])
  const command = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined
  if (!command) {
    const said = word ? `There is no command "${word}".\n\n` : ''
    console.error(said + usage())
    return 2
  }
  if (args.some(isHelp)) {
    console.log(`Usage: npm run mfe -- ${word} ${command.usage}\n${command.about}`)
    return 0
  }
  const remote = remoteAt(process.env['INIT_CWD'] ?? process.cwd())
  try {
    return await command.run(readArguments(command.shape, args, { remote }))
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\nUsage: npm run mfe -- ${word} ${command.usage}`)
      return 2
    }
    if (!(error instanceof CommandError)) throw error
    console.error(error.message)
    return 1
  }
}

passSignals()
process.exitCode = await run(process.argv.slice(2))
