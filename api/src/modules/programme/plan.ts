import { createHash } from 'node:crypto'
import { POLICY_TYPES, dayIn, PHASES } from '@awards/shared/domain'
import { fieldChanges, recordLocator, type FieldChange } from './plan-fields.ts'
import { programmeDate } from './read/programme-source.ts'
import type { Programme } from './read/programme-files.ts'
import { translationsOf, type LanguageCount } from './read/programme-texts.ts'
import type { Change } from './rows.repository.ts'

/** When a record is shown or in force; null means no limit. */
type Visibility = { from: Date | null; until: Date | null }
/** A future change of visibility that needs no further load. */
type ScheduledEvent = {
  at: Date
  table: string
  key: string
  what: 'appears' | 'disappears' | 'holds'
}

/** Map of "table key" to the visibility window, for content records with dates. */
function visibilityWindows(
  { programme, banners, blocks, faq, news, press, policies, regulations }: Programme,
  when: (text: string) => Date,
): Map<string, Visibility> {
  const zone = programme.value.timezone
  const from = (text?: string, until?: string): Visibility => ({
    from: text ? when(text) : null,
    until: until ? when(until) : null,
  })
  // Date columns take effect at midnight in the programme's time zone; an hour in the file is ignored.
  const day = (text: string) => from(`${dayIn(when(text), zone)} 00:00`)
  const windows = (
    table: string,
    records: readonly {
      code: string
      starts_at?: string | undefined
      ends_at?: string | undefined
    }[],
  ) =>
    records.map(
      ({ code, starts_at, ends_at }) => [`${table} ${code}`, from(starts_at, ends_at)] as const,
    )
  return new Map([
    ...windows('banners', banners.value),
    ...windows('blocks', blocks.value),
    ...windows('faqs', faq.value.questions),
    ...news.map(({ value }) => [`articles ${value.slug}`, from(value.published_at)] as const),
    ...press.value.map(
      (report) => [`media_reports ${report.code}`, day(report.published_at)] as const,
    ),
    ...policies.map(
      ({ value }) =>
        [`policies ${POLICY_TYPES[value.type]} ${value.version}`, day(value.effective_at)] as const,
    ),
    ...regulations.map(
      ({ value }) => [`regulation_versions ${value.version}`, day(value.effective_at)] as const,
    ),
  ])
}

/** Visibility changes after `now`, in chronological order. */
function upcoming(all: Map<string, Visibility>, now: Date): ScheduledEvent[] {
  return [...all]
    .flatMap(([name, { from, until }]): ScheduledEvent[] => {
      const [table = '', ...rest] = name.split(' ')
      const key = rest.join(' ')
      const isRule = table === 'policies' || table === 'regulation_versions'
      return [
        ...(from && from > now
          ? [{ at: from, table, key, what: isRule ? ('holds' as const) : ('appears' as const) }]
          : []),
        ...(until && until > now ? [{ at: until, table, key, what: 'disappears' as const }] : []),
      ]
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** One changed record, named as in the files; `line` is null for removed records. */
export type PlannedChange = {
  kind: Change['kind']
  file: string
  line: number | null
  table: string
  record: string
  fields: FieldChange[]
  /** Visibility window as ISO timestamps in UTC; null for tables without dates. */
  visible: { from: string | null; until: string | null } | null
}

/** Result of a run or a dry run; the CLI prints it as text or JSON. */
export type Plan = {
  programme: string
  /** Checksum (12 hex digits) that identifies exactly this plan: of files, pictures and changes; at the desk of changes. */
  plan: string
  time_zone: string
  changes: PlannedChange[]
  /** Number of unchanged records, by table. */
  unchanged: Record<string, number>
  /** Number of pictures that are not stored yet. */
  pictures: number
  schedule: { at: string; file: string; record: string; what: 'appears' | 'disappears' | 'holds' }[]
  translations: LanguageCount[]
}

type PlanInput = {
  programme: Programme
  changes: readonly Change[]
  names: Map<string, string>
  /** Number of rows in the files, by table. */
  counts: Map<string, number>
  pictures: { missing: number; hashes: readonly string[] }
  anchor: string
  now: Date
  isWhole: boolean
}

/** Describes the changes by file, line, record and field, with the upcoming schedule and missing translations. */
export function buildPlan({
  programme,
  changes,
  names,
  counts,
  pictures,
  anchor,
  now,
  isWhole,
}: PlanInput): Plan {
  const { name, timezone } = programme.programme.value
  const when = (text: string) => programmeDate(text, anchor, timezone)
  const locate = recordLocator(programme)
  const visible = visibilityWindows(programme, when)
  const planned = changes.map((change): PlannedChange => {
    const { kind, table, key } = change
    const shown = visible.get(`${table} ${key.join(' ')}`)
    return {
      kind,
      table,
      ...locate(table, key),
      record: recordName(table, key, names),
      fields: fieldChanges(change, names),
      visible: shown
        ? { from: shown.from?.toISOString() ?? null, until: shown.until?.toISOString() ?? null }
        : null,
    }
  })
  // Sorted, since PostgreSQL returns rows in any order and the checksum must be stable.
  const tables = [...counts.keys()]
  planned.sort(
    (a, b) =>
      tables.indexOf(a.table) - tables.indexOf(b.table) ||
      a.kind.localeCompare(b.kind) ||
      a.record.localeCompare(b.record, 'en', { numeric: true }),
  )
  const unchanged = Object.fromEntries(
    [...counts].map(([table, count]) => {
      const touched = changes.filter((one) => one.table === table && one.kind !== 'removed')
      return [table, count - touched.length]
    }),
  )
  const { origin: _origin, ...files } = programme
  // The files of the desk are the whole site: what the site itself changes in them, such as the status of another
  // season, does not age a plan that was reviewed.
  const read = isWhole ? [] : [files, pictures.hashes]
  const identity = JSON.stringify([...read, anchor, planned])
  return {
    programme: name.en,
    plan: createHash('sha256').update(identity).digest('hex').slice(0, 12),
    time_zone: timezone,
    changes: planned,
    unchanged,
    pictures: pictures.missing,
    schedule: upcoming(visible, now).map(({ at, table, key, what }) => ({
      at: at.toISOString(),
      what,
      record: key,
      file: locate(table, key.split(' ')).file,
    })),
    translations: translationsOf(programme).counts,
  }
}

function recordName(table: string, key: readonly string[], names: Map<string, string>): string {
  const words = key.map((part) => names.get(part) ?? part)
  if (table === 'phases') words[1] = nameOfNumber(PHASES, words[1])
  if (table === 'policies') words[0] = nameOfNumber(POLICY_TYPES, words[0])
  return words.join(' ')
}

const nameOfNumber = (numbers: Record<string, number>, number = '') =>
  Object.entries(numbers).find(([, value]) => String(value) === number)?.[0] ?? number
