import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs, styleText } from 'node:util'
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
import type { DeskChange } from './desk/drafts.repository.ts'
import { exportProgramme } from './export/export.service.ts'
import type { Plan, PlannedChange } from './plan.ts'
import { applyProgramme, planProgramme } from './programme.service.ts'
import { openFolder } from './read/programme-files.ts'
import { translationsOf, type LanguageCount } from './read/programme-texts.ts'
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

const LANGUAGE_NAMES = { fr: 'French', zh: 'Chinese' } as const
const WIDTH = 64
const MAX_UPCOMING = 10
const MARKS = { added: '+', changed: '~', removed: '-' } as const
const COLOURS = { added: 'green', changed: 'yellow', removed: 'red' } as const
const EVENTS = { appears: 'appears', disappears: 'disappears', holds: 'comes into force' } as const

/** Tables of texts that users accept. */
const ACCEPTED_TABLES = ['policies', 'regulation_chapters']
const ACCEPTED_WARNING =
  'Somebody may have accepted this text; as a new version it would leave them theirs.'

type Terminal = { isColoured: boolean; now: Date }

/** Formats a plan for the terminal: by file, record, field and language. */
function describePlan(plan: Plan, { isColoured, now }: Terminal): string {
  const paint = (colour: Parameters<typeof styleText>[0], text: string) =>
    isColoured ? styleText(colour, text, { validateStream: false }) : text
  const at = (iso: string) => formatIn(iso, plan.time_zone)

  const record = ({ kind, table, line, record, fields, visible }: PlannedChange) => {
    const lineNote = line ? paint('dim', `  line ${line}`) : ''
    const head = `  ${paint(COLOURS[kind], `${MARKS[kind]} ${record}`)}${visibilityNote({ kind, visible }, now, at)}${lineNote}`
    if (kind !== 'changed') return [head]
    const isAccepted =
      ACCEPTED_TABLES.includes(table) && fields.some(({ field }) => field === 'text')
    return [
      head,
      ...(isAccepted ? [paint('yellow', `      ${ACCEPTED_WARNING}`)] : []),
      ...fields.map(({ field, language, from, to }) => {
        const [before, after] = shortened(from, to, at)
        const name = language ? `${field} (${language})` : field
        return `      ${name}: ${paint('red', before)} → ${paint('green', after)}`
      }),
    ]
  }
  const files = [...Map.groupBy(plan.changes, ({ file }) => file)].flatMap(([file, changes]) => [
    paint('bold', file),
    ...changes.flatMap(record),
  ])
  const count = (kind: PlannedChange['kind']) =>
    plan.changes.filter((one) => one.kind === kind).length
  const same = Object.values(plan.unchanged).reduce((sum, number) => sum + number, 0)
  const coming = plan.schedule
    .slice(0, MAX_UPCOMING)
    .map(
      ({ at: time, file, record: name, what }) => `  ${at(time)}  ${file}  ${name} ${EVENTS[what]}`,
    )
  const more = plan.schedule.length - coming.length
  return [
    `${paint('bold', plan.programme)}, times of ${plan.time_zone}`,
    ...(files.length > 0 ? ['', ...files] : []),
    ...(coming.length > 0 ? ['', paint('bold', 'By itself, later'), ...coming] : []),
    ...(more > 0 ? [`  and ${more} more`] : []),
    '',
    `${count('added')} to add, ${count('changed')} to change, ${count('removed')} to remove; ${same} records stay as they are.`,
    ...(plan.pictures > 0 ? [`${plan.pictures} pictures to prepare.`] : []),
    ...describeTotals(plan.translations),
  ].join('\n')
}

/** One line per language that lacks translations. */
function describeTotals(counts: readonly LanguageCount[]): string[] {
  return (['fr', 'zh'] as const).flatMap((language) => {
    const own = counts.filter((count) => count.language === language)
    const given = own.reduce((sum, count) => sum + count.given, 0)
    const total = own.reduce((sum, count) => sum + count.total, 0)
    if (given === total) return []
    return [`${LANGUAGE_NAMES[language]}: ${total - given} of ${total} texts are shown in English.`]
  })
}

function visibilityNote(
  { kind, visible }: Pick<PlannedChange, 'kind' | 'visible'>,
  now: Date,
  at: (iso: string) => string,
): string {
  if (!visible || kind === 'removed') return ''
  const { from, until } = visible
  if (from && new Date(from) > now) return `  from ${at(from)}${until ? ` until ${at(until)}` : ''}`
  if (until && new Date(until) <= now) return `  not shown since ${at(until)}`
  return `  shown at once${until ? `, until ${at(until)}` : ''}`
}

/** Excerpts of both texts around the first difference. */
function shortened(from: string | null, to: string | null, at: (iso: string) => string) {
  if (from === null || to === null) return [excerpt(from, 0, at), excerpt(to, 0, at)] as const
  let same = 0
  while (same < from.length && from[same] === to[same]) same += 1
  const isShort = from.length <= WIDTH && to.length <= WIDTH
  const start = isShort || same < WIDTH / 2 ? 0 : same - WIDTH / 4
  return [excerpt(from, start, at), excerpt(to, start, at)] as const
}

function excerpt(text: string | null, start: number, at: (iso: string) => string): string {
  if (text === null) return 'nothing'
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) return at(text)
  const line = text.slice(start, start + WIDTH).replaceAll(/\s*\n\s*/g, ' ↵ ')
  return `${start > 0 ? '…' : ''}${line}${text.length > start + WIDTH ? '…' : ''}`
}

const formatIn = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(iso),
  )

/** Changes of the organiser's desk that the files do not know and would undo. */
function describeUndone({ undoes, time_zone }: Plan & { undoes: DeskChange[] }): string {
  return [
    "These files would undo what the organiser's desk has changed since they were exported:",
    ...undoes.map(
      ({ change: { file, record }, applied_by, applied_at }) =>
        `  ${file}  ${record}, by ${applied_by} on ${formatIn(applied_at.toISOString(), time_zone)}`,
    ),
    'Export the site and bring your changes into that folder, or apply with --overwrite.',
  ].join('\n')
}

/** Formats an applied plan: one line per file and kind of change. */
function describeApplied({ programme, changes }: Plan): string {
  if (changes.length === 0) return `${programme}: nothing changed.`
  const groups = Map.groupBy(changes, ({ kind, file }) => `${file}: ${kind}`)
  return [
    `${programme}: applied. Visitors see it now.`,
    ...[...groups].map(([name, group]) => `  ${name} ${group.length}`),
  ].join('\n')
}

/** Formats translation coverage: percentages by area, then file and line of each missing text. */
function describeTranslations(
  counts: readonly LanguageCount[],
  missing: readonly { language: string; file: string; line: number; field: string }[],
): string {
  const areas = [...Map.groupBy(counts, ({ area }) => area)].toSorted(([a], [b]) =>
    a.localeCompare(b),
  )
  const width = Math.max(...areas.map(([area]) => area.length))
  const percent = (all: readonly LanguageCount[], language: string) => {
    const own = all.filter((count) => count.language === language)
    const total = own.reduce((sum, count) => sum + count.total, 0)
    const given = own.reduce((sum, count) => sum + count.given, 0)
    return `${Math.floor((given / Math.max(total, 1)) * 100)} %`.padStart(8)
  }
  const row = (name: string, all: readonly LanguageCount[]) =>
    `  ${name.padEnd(width)}${percent(all, 'fr')}${percent(all, 'zh')}`
  return [
    `  ${''.padEnd(width)}${'fr'.padStart(8)}${'zh'.padStart(8)}`,
    ...areas.map(([area, all]) => row(area, all)),
    row('all', counts),
    ...(missing.length > 0 ? ['', 'Shown in English for want of a translation:'] : []),
    ...missing.map(
      ({ language, file, line, field }) => `  ${file}:${line}  ${field} (${language})`,
    ),
  ].join('\n')
}

await runCommand(async (args) => run(readCommand(args)), USAGE, { refused: EXIT.refused })
