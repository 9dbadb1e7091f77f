import { styleText } from 'node:util'
import type { LanguageCount } from './read/programme-texts.ts'
import type { DeskChange } from './desk/drafts.repository.ts'
import type { Plan, PlannedChange } from './plan.ts'

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

type Options = { isColoured: boolean; now: Date }

/** Formats a plan for the terminal: by file, record, field and language. */
export function describePlan(plan: Plan, { isColoured, now }: Options): string {
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
export function describeUndone({ undoes, time_zone }: Plan & { undoes: DeskChange[] }): string {
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
export function describeApplied({ programme, changes }: Plan): string {
  if (changes.length === 0) return `${programme}: nothing changed.`
  const groups = Map.groupBy(changes, ({ kind, file }) => `${file}: ${kind}`)
  return [
    `${programme}: applied. Visitors see it now.`,
    ...[...groups].map(([name, group]) => `  ${name} ${group.length}`),
  ].join('\n')
}

/** Formats translation coverage: percentages by area, then file and line of each missing text. */
export function describeTranslations(
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
