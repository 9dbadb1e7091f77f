import { passSignals } from '../run/processes.mjs'
import { approve } from './approve.ts'
import { readArguments } from './arguments.ts'
import { build } from './build.ts'
import type { Command } from './command.ts'
import { create } from './create.ts'
import { dev } from './dev.ts'
import { OPERATOR_COMMANDS, runOperator } from './operator.ts'
import { promote } from './promote.ts'
import { publish } from './publish.ts'
import { remove } from './remove.ts'
import { rollback } from './rollback.ts'
import { ship } from './ship.ts'
import { status } from './status.ts'
import { surface } from './surface.ts'
import { CommandError, UsageError } from './usage-error.ts'
import { versions } from './versions.ts'
import { remoteAt } from './workspace.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  create,
  dev,
  build,
  publish,
  promote,
  ship,
  approve,
  rollback,
  remove,
  status,
  versions,
  surface,
}

const OPERATOR_USAGE = `  token create <name|all> --owner "…" | list | revoke <id>
      make, list and revoke deploy tokens (on the machine of the site)
  staff-link --owner "…"
      make a link that lets a tester pin releases in production (on the machine of the site)`

function usage(): string {
  const lines = Object.entries(COMMANDS).map(([name, one]) =>
    `  ${name} ${one.usage}\n      ${one.about}`.trimEnd(),
  )
  return [
    'Usage: npm run mfe -- <command>',
    ...lines,
    OPERATOR_USAGE,
    '',
    'The site is --site <url>, MFE_SITE or http://localhost:8080; the token is MFE_TOKEN or in',
    '--token-file <path>. Inside the folder of a remote its name may be left out.',
  ].join('\n')
}

const isOperatorCommand = (word: string) => (OPERATOR_COMMANDS as readonly string[]).includes(word)

async function run([word = '', ...args]: string[]): Promise<number> {
  if (isOperatorCommand(word)) return runOperator([word, ...args])
  const command = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined
  if (!command) {
    const said = word && word !== 'help' ? `There is no command "${word}".\n\n` : ''
    console.error(said + usage())
    return 2
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
