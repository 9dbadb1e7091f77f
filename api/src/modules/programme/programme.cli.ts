import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { migrate } from '../../db/migrate.ts'
import { StartError } from '../../lib/errors.ts'
import {
  openSiteDatabase,
  runCommand,
  UsageError,
  withSiteContext,
} from '../../ops/command-line.ts'
import type { AppContext } from '../../start/app-context.ts'
import { parseConfig } from '../../start/parse-config.ts'
import { exportProgramme } from './export/export.service.ts'
import {
  describeApplied,
  describePlan,
  describeTranslations,
  describeUndone,
} from './programme-report.ts'
import { applyProgramme, planProgramme } from './programme.service.ts'
import { translationsOf } from './read/programme-texts.ts'
import { openFolder } from './read/programme-origin.ts'
import { readProgramme } from './read/read-programme.ts'

/** Exit codes. `changes`: plan found changes, or check found missing translations. */
const EXIT = { done: 0, refused: 1, changes: 3 } as const

const USAGE = `Usage: npm run awards -- programme check  <folder> [--json]
         Reads the files alone: what is wrong in them, and which translations are missing.
       npm run awards -- programme plan   <folder> [--json]
         Says what would change on the site. Nothing is written.
       npm run awards -- programme apply  <folder> [--plan <name>] [--yes] [--overwrite]
         Loads the files. --plan: only if that plan still holds. --yes: remove without asking.
         --overwrite: also what the organiser's desk has changed since the folder was exported.
       npm run awards -- programme export <folder> [--force]
         Writes what is live as files. --force: also into a folder that holds something.

Ends with 0 when there is nothing (more) to do, 1 when it was refused and nothing was changed,
2 for a wrong command or setting, 3 when plan finds changes or check finds missing translations.`

const NAMES = ['check', 'plan', 'apply', 'export'] as const
const ALLOWED = {
  check: ['json'],
  plan: ['json'],
  apply: ['plan', 'yes', 'overwrite'],
  export: ['force'],
}

type Command = {
  name: (typeof NAMES)[number]
  folder: string
  json: boolean
  yes: boolean
  force: boolean
  overwrite: boolean
  plan: string | undefined
}

const OPTIONS = {
  json: { type: 'boolean' },
  yes: { type: 'boolean' },
  force: { type: 'boolean' },
  overwrite: { type: 'boolean' },
  plan: { type: 'string' },
} as const

/** Parses the arguments; throws a `UsageError` that says what is wrong with them. */
function readCommand(args: string[]): Command {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options: OPTIONS })
  const [word, folder, ...rest] = positionals
  const name = NAMES.find((command) => command === word)
  if (!name) throw new UsageError(word ? `There is no "programme ${word}".` : 'Say what to do.')
  if (!folder) throw new UsageError(`Name the folder: programme ${name} programme/`)
  if (rest.length > 0) throw new UsageError(`"${rest.join(' ')}" is too much.`)
  const other = Object.keys(values).find((option) => !ALLOWED[name].includes(option))
  if (other) throw new UsageError(`"programme ${name}" has no option --${other}.`)
  const { json = false, yes = false, force = false, overwrite = false, plan } = values
  return { name, folder, json, yes, force, overwrite, plan }
}

async function run(command: Command): Promise<number> {
  if (command.name === 'check') return check(command)
  const config = parseConfig(process.env)
  return withSiteContext(config, await openSiteDatabase(config), async (context) => {
    await migrate(context.db)
    if (command.name === 'plan') return plan(context, command)
    if (command.name === 'apply') return apply(context, command)
    return writeExport(context, command)
  })
}

async function writeExport(context: AppContext, { folder, force }: Command): Promise<number> {
  const { files, pictures, reduced } = await exportProgramme(context, folder, force)
  console.log(
    `Written to ${folder}: ${files} files and ${pictures} pictures. Accounts, codes and entries ` +
      'are data of people and are not among them.',
  )
  if (reduced > 0) {
    console.log(
      `${reduced} pictures were loaded by an earlier version of this program and are written as the site shows them.`,
    )
  }
  return EXIT.done
}

async function check({ folder, json }: Command): Promise<number> {
  const programme = await readProgramme(await openFolder(resolve(folder)))
  const { counts, missing } = translationsOf(programme)
  if (json) console.log(JSON.stringify({ counts, missing }, null, 2))
  else {
    console.log(`The files of ${programme.programme.value.name.en} are in order. Translations:\n`)
    console.log(describeTranslations(counts, missing))
  }
  return missing.length > 0 ? EXIT.changes : EXIT.done
}

async function plan(context: AppContext, { folder, json }: Command): Promise<number> {
  const found = await planProgramme(context, resolve(folder))
  const isSame = found.changes.length === 0
  if (json) console.log(JSON.stringify(found, null, 2))
  else {
    console.log(describe(found, context))
    if (found.undoes.length > 0) console.log(`\n${describeUndone(found)}`)
    if (!isSame) {
      console.log(`\nNothing was changed. To do exactly this:`)
      console.log(`  npm run awards -- programme apply ${folder} --plan ${found.plan}`)
    }
  }
  return isSame ? EXIT.done : EXIT.changes
}

async function apply(context: AppContext, command: Command): Promise<number> {
  const { folder, yes, overwrite } = command
  const path = resolve(folder)
  let expected = command.plan
  if (context.config.mode === 'production' && !yes) {
    const found = await planProgramme(context, path)
    const removed = found.changes.filter(({ kind }) => kind === 'removed')
    if (removed.length > 0) {
      console.log(describe(found, context))
      if (!(await isConfirmed(removed.length))) throw new StartError(refusal(removed.length))
      expected ??= found.plan
    }
  }
  console.log(
    describeApplied(
      await applyProgramme(context, path, {
        expected,
        onProgress: reportProgress,
        isOverwriting: overwrite,
      }),
    ),
  )
  return EXIT.done
}

const describe = (found: Awaited<ReturnType<typeof planProgramme>>, { clock }: AppContext) =>
  describePlan(found, { isColoured: process.stdout.isTTY, now: clock() })

const refusal = (count: number) =>
  `Nothing was changed: ${count} records would be removed from the site. Add --yes to remove them, or ` +
  'bring them back into the files; export writes what the site has.'

async function isConfirmed(count: number): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`\nRemove ${count} records from the site? Type yes: `)
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}

function reportProgress(done: number, total: number) {
  if (done % 25 === 0 || done === total) console.log(`  ${done} of ${total} pictures prepared`)
}

await runCommand(async (args) => run(readCommand(args)), USAGE, { refused: EXIT.refused })
