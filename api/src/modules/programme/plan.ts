import { createHash } from 'node:crypto'
import { POLICY_TYPES, dayIn, PHASES } from '@awards/shared/domain'
import { fieldChanges, placesOf, type FieldChange } from './plan-fields.ts'
import { programmeDate } from './read/programme-dates.ts'
import type { Programme } from './read/programme-files.ts'
import { translationsOf, type LanguageCount } from './read/programme-texts.ts'
import type { Change } from './rows.repository.ts'

/** When a record is shown, or holds. */
type Visibility = { from: Date | null; until: Date | null }
/** What happens by itself later. */
type Event = {
  at: Date
  table: string
  key: string
  what: 'appears' | 'disappears' | 'holds'
}

/** When each record of the content that has dates is shown: `table key` → from when, until when. */
function visibilities(
  { programme, banners, blocks, faq, news, press, policies, regulations }: Programme,
  when: (text: string) => Date,
): Map<string, Visibility> {
  const zone = programme.value.timezone
  const from = (text?: string, until?: string): Visibility => ({
    from: text ? when(text) : null,
    until: until ? when(until) : null,
  })
  // A day begins at midnight, whatever hour the file says.
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

/** What appears, disappears or comes into force after `now`, the next first. */
function upcoming(all: Map<string, Visibility>, now: Date): Event[] {
  return [...all]
    .flatMap(([name, { from, until }]): Event[] => {
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

/** One record that would change, told by the files' own names. */
export type PlannedChange = {
  kind: Change['kind']
  file: string
  line: number | null
  table: string
  record: string
  fields: FieldChange[]
  /** Moments in UTC; null where nothing limits it. Only of what can be scheduled. */
  visible: { from: string | null; until: string | null } | null
}

/** What a run does or would do, as people and machines read it. */
export type Plan = {
  programme: string
  /** Names exactly these changes: the same files on the same content. */
  plan: string
  time_zone: string
  changes: PlannedChange[]
  /** Records that stay as they are, by table. */
  unchanged: Record<string, number>
  /** Pictures that are not stored yet. */
  pictures: number
  schedule: { at: string; file: string; record: string; what: 'appears' | 'disappears' | 'holds' }[]
  translations: LanguageCount[]
}

type Found = {
  programme: Programme
  changes: readonly Change[]
  names: Map<string, string>
  /** How many rows the files have, by table. */
  counts: Map<string, number>
  pictures: { missing: number; hashes: readonly string[] }
  anchor: string
  now: Date
}

export function planOf({ programme, changes, names, counts, pictures, anchor, now }: Found): Plan {
  const { name, timezone } = programme.programme.value
  const when = (text: string) => programmeDate(text, anchor, timezone)
  const place = placesOf(programme)
  const visible = visibilities(programme, when)
  const planned = changes.map((change): PlannedChange => {
    const { kind, table, key } = change
    const shown = visible.get(`${table} ${key.join(' ')}`)
    return {
      kind,
      table,
      ...place(table, key),
      record: recordName(table, key, names),
      fields: fieldChanges(change, names),
      visible: shown
        ? { from: shown.from?.toISOString() ?? null, until: shown.until?.toISOString() ?? null }
        : null,
    }
  })
  // PostgreSQL answers in any order; the same plan has always the same.
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
  const { folder: _folder, ...files } = programme
  const identity = JSON.stringify([files, pictures.hashes, anchor, planned])
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
      file: place(table, key.split(' ')).file,
    })),
    translations: translationsOf(programme).counts,
  }
}

function recordName(table: string, key: readonly string[], names: Map<string, string>): string {
  const words = key.map((part) => names.get(part) ?? part)
  if (table === 'phases') words[1] = wordOf(PHASES, words[1])
  if (table === 'policies') words[0] = wordOf(POLICY_TYPES, words[0])
  return words.join(' ')
}

const wordOf = (numbers: Record<string, number>, number = '') =>
  Object.entries(numbers).find(([, value]) => String(value) === number)?.[0] ?? number
