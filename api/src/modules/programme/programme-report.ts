import { styleText } from 'node:util'
import type { LanguageCount } from './read/programme-texts.ts'
import type { Plan, PlannedChange } from './plan.ts'

const LANGUAGE_NAMES = { fr: 'French', zh: 'Chinese' } as const
const WIDTH = 64
const COMING = 10
const MARKS = { added: '+', changed: '~', removed: '-' } as const
const COLOURS = { added: 'green', changed: 'yellow', removed: 'red' } as const
const EVENTS = { appears: 'appears', disappears: 'disappears', holds: 'comes into force' } as const

/** Texts that people agree to. */
const ACCEPTED = ['policies', 'regulation_chapters']
const KEEP_ACCEPTED =
  'Somebody may have accepted this text; as a new version it would leave them theirs.'

type Options = { isColoured: boolean; now: Date }

/** What a run would do, for people: by file, record, field and language. */
export function describePlan(plan: Plan, { isColoured, now }: Options): string {
  const paint = (colour: Parameters<typeof styleText>[0], text: string) =>
    isColoured ? styleText(colour, text, { validateStream: false }) : text
  const at = (moment: string) => momentIn(moment, plan.time_zone)

  const record = ({ kind, table, line, record, fields, visible }: PlannedChange) => {
    const place = line ? paint('dim', `  line ${line}`) : ''
    const head = `  ${paint(COLOURS[kind], `${MARKS[kind]} ${record}`)}${seen({ kind, visible }, now, at)}${place}`
    if (kind !== 'changed') return [head]
    const isAccepted = ACCEPTED.includes(table) && fields.some(({ field }) => field === 'text')
    return [
      head,
      ...(isAccepted ? [paint('yellow', `      ${KEEP_ACCEPTED}`)] : []),
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
    .slice(0, COMING)
    .map(
      ({ at: moment, file, record: name, what }) =>
        `  ${at(moment)}  ${file}  ${name} ${EVENTS[what]}`,
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

/** How far the translations have come, in one line for each language. */
function describeTotals(counts: readonly LanguageCount[]): string[] {
  return (['fr', 'zh'] as const).flatMap((language) => {
    const own = counts.filter((count) => count.language === language)
    const given = own.reduce((sum, count) => sum + count.given, 0)
    const total = own.reduce((sum, count) => sum + count.total, 0)
    if (given === total) return []
    return [`${LANGUAGE_NAMES[language]}: ${total - given} of ${total} texts are shown in English.`]
  })
}

function seen(
  { kind, visible }: Pick<PlannedChange, 'kind' | 'visible'>,
  now: Date,
  at: (moment: string) => string,
): string {
  if (!visible || kind === 'removed') return ''
  const { from, until } = visible
  if (from && new Date(from) > now) return `  from ${at(from)}${until ? ` until ${at(until)}` : ''}`
  if (until && new Date(until) <= now) return `  not shown since ${at(until)}`
  return `  shown at once${until ? `, until ${at(until)}` : ''}`
}

/** Both texts around the place where they begin to differ. */
function shortened(from: string | null, to: string | null, at: (moment: string) => string) {
  if (from === null || to === null) return [cut(from, 0, at), cut(to, 0, at)] as const
  let same = 0
  while (same < from.length && from[same] === to[same]) same += 1
  const isShort = from.length <= WIDTH && to.length <= WIDTH
  const start = isShort || same < WIDTH / 2 ? 0 : same - WIDTH / 4
  return [cut(from, start, at), cut(to, start, at)] as const
}

function cut(text: string | null, start: number, at: (moment: string) => string): string {
  if (text === null) return 'nothing'
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) return at(text)
  const line = text.slice(start, start + WIDTH).replaceAll(/\s*\n\s*/g, ' ↵ ')
  return `${start > 0 ? '…' : ''}${line}${text.length > start + WIDTH ? '…' : ''}`
}

const momentIn = (moment: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(moment),
  )

/** What was done, in one line for each kind of record. */
export function describeApplied({ programme, changes }: Plan): string {
  if (changes.length === 0) return `${programme}: nothing changed.`
  const groups = Map.groupBy(changes, ({ kind, file }) => `${file}: ${kind}`)
  return [
    `${programme}: applied. Visitors see it now.`,
    ...[...groups].map(([name, group]) => `  ${name} ${group.length}`),
  ].join('\n')
}

/** Texts that readers of other languages see in English: a table by area, then the places. */
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
