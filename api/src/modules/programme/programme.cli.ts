import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { AppContext } from '../../start/app-context.ts'
import { ConfigError } from '../../lib/config-error.ts'
import { parseConfig } from '../../start/config.ts'
import { createContext } from '../../start/create-context.ts'
import { StartError } from '../../lib/start-error.ts'
import { migrate } from '../../db/migrate.ts'
import { openSiteDatabase } from '../../ops/cli-database.ts'
import { exportProgramme } from './export/export.service.ts'
import { CLI_USAGE, EXIT, readCommand, type Command } from './programme-command.ts'
import { describeApplied, describePlan, describeTranslations } from './programme-report.ts'
import { applyProgramme, planProgramme } from './programme.service.ts'
import { translationsOf } from './read/programme-translations.ts'
import { readProgramme } from './read/read-programme.ts'

async function run(command: Command): Promise<number> {
  if (command.name === 'check') return check(command)
  const config = parseConfig(process.env)
  const database = await openSiteDatabase(config)
  const carrier = { send: () => Promise.reject(new Error('Mail leaves from the server alone')) }
  const { context, close } = createContext({ config, connection: database.connection, carrier })
  try {
    await migrate(context.db)
    if (command.name === 'plan') return await plan(context, command)
    if (command.name === 'apply') return await apply(context, command)
    const { files, pictures, reduced } = await exportProgramme(
      context,
      command.folder,
      command.force,
    )
    console.log(
      `Written to ${command.folder}: ${files} files and ${pictures} pictures. Accounts, codes and entries ` +
        'are data of people and are not among them.',
    )
    if (reduced > 0) {
      console.log(
        `${reduced} pictures were loaded by an earlier version of this program and are written as the site shows them.`,
      )
    }
    return EXIT.done
  } finally {
    await close()
    await database.close()
  }
}

async function check({ folder, json }: Command): Promise<number> {
  const programme = await readProgramme(resolve(folder))
  const { counts, missing } = translationsOf(programme)
  if (json) console.log(JSON.stringify({ counts, missing }, null, 2))
  else {
    console.log(`The files of ${programme.programme.value.name.en} are in order. Translations:\n`)
    console.log(describeTranslations(counts, missing))
  }
  return missing.length > 0 ? EXIT.something : EXIT.done
}

async function plan(context: AppContext, { folder, json }: Command): Promise<number> {
  const found = await planProgramme(context, resolve(folder))
  const isSame = found.changes.length === 0
  if (json) console.log(JSON.stringify(found, null, 2))
  else {
    console.log(describe(found, context))
    if (!isSame) {
      console.log(`\nNothing was changed. To do exactly this:`)
      console.log(`  npm run awards -- programme apply ${folder} --plan ${found.plan}`)
    }
  }
  return isSame ? EXIT.done : EXIT.something
}

async function apply(context: AppContext, command: Command): Promise<number> {
  const { folder, yes } = command
  const place = resolve(folder)
  let expected = command.plan
  if (context.config.mode === 'production' && !yes) {
    const found = await planProgramme(context, place)
    const removed = found.changes.filter(({ kind }) => kind === 'removed')
    if (removed.length > 0) {
      console.log(describe(found, context))
      if (!(await isConfirmed(removed.length))) throw new StartError(refusal(removed.length))
      expected ??= found.plan
    }
  }
  console.log(describeApplied(await applyProgramme(context, place, { expected, tell })))
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

function tell(done: number, total: number) {
  if (done % 25 === 0 || done === total) console.log(`  ${done} of ${total} pictures prepared`)
}

async function start(args: string[]): Promise<number> {
  const command = readCommand(args)
  if (command) return run(command)
  console.error(CLI_USAGE)
  return EXIT.usage
}

process.exitCode = await start(process.argv.slice(2)).catch((error: unknown) => {
  const isKnown = error instanceof StartError || error instanceof ConfigError
  console.error(isKnown ? error.message : error)
  return error instanceof ConfigError ? EXIT.usage : EXIT.refused
})
