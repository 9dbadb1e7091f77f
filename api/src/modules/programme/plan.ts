import { createHash } from 'node:crypto'
import { POLICY_TYPES, dayIn, PHASES } from '@awards/shared/domain'
import type { Programme } from './read/programme-files.ts'
import { programmeDate, type Source } from './read/programme-source.ts'
import { translationsOf, type LanguageCount } from './read/programme-texts.ts'
import type { Change } from './rows.repository.ts'

/** Change of one field in one language; `from` and `to` are null where it has no value. */
type FieldChange = {
  field: string
  language: string | null
  from: string | null
  to: string | null
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

/** Where a record is written; `line` is null and `file` may be a folder if it is no longer there. */
type FileLocation = { file: string; line: number | null }

const FOLDERS: Record<string, string> = {
  articles: 'content/news',
  policies: 'content/policies',
  jurors: 'jurors',
  regulation_versions: 'content/regulations',
  regulation_chapters: 'content/regulations',
  juror_categories: 'jurors',
  editions: 'editions',
  phases: 'editions',
  fee_periods: 'editions',
  fee_prices: 'fees.yaml',
  winner_package_prices: 'fees.yaml',
  category_weights: 'categories.yaml',
  users: 'users.yaml',
  entries: 'entries',
}
const DOCUMENTS: Record<string, string> = {
  programme: 'programme.yaml',
  bank: 'programme.yaml',
  contact: 'content/contact.yaml',
  about: 'content/about.yaml',
}

/** Returns a lookup of file and line for a record, by table and stable key. */
function recordLocator(
  programme: Programme,
): (table: string, key: readonly string[]) => FileLocation {
  const locations = new Map<string, FileLocation>()
  const add = (table: string, name: string, source: Source<unknown>, path: PropertyKey[] = []) =>
    locations.set(`${table} ${name}`, { file: source.file, line: source.line(path) })
  const list = (table: string, source: Source<readonly { code: string }[]>) =>
    source.value.forEach(({ code }, index) => add(table, code, source, [index]))

  const { categories, faq, fees } = programme
  list('sections', programme.sections)
  list('award_levels', programme.awards)
  list('criteria', programme.criteria)
  list('entry_questions', programme.questions)
  list('categories', categories)
  categories.value.forEach((parent, outer) =>
    parent.categories.forEach(({ code }, inner) =>
      add('categories', code, categories, [outer, 'categories', inner]),
    ),
  )
  list('codes', programme.codes)
  list('banners', programme.banners)
  list('blocks', programme.blocks)
  list('media_reports', programme.press)
  faq.value.questions.forEach(({ code }, index) => add('faqs', code, faq, ['questions', index]))
  fees.value.winner_packages.forEach(({ code }, index) =>
    add('winner_packages', code, fees, ['winner_packages', index]),
  )
  for (const source of programme.news) add('articles', source.value.slug, source)
  for (const source of programme.jurors) add('jurors', source.value.slug, source)
  for (const source of programme.editions) add('editions', source.value.code, source)
  for (const source of programme.entries) add('entries', source.value.slug, source)
  for (const source of programme.policies) {
    const { type, version } = source.value
    add('policies', `${POLICY_TYPES[type]} ${version}`, source, ['version'])
  }
  for (const version of programme.regulations) {
    add('regulation_versions', version.value.version, version, ['version'])
    version.chapters.forEach((chapter, index) =>
      add('regulation_chapters', `${version.value.version} ${index + 1}`, chapter),
    )
  }

  const files = new Map<string, string>()
  for (const [name, { file }] of locations) files.set(name.slice(0, name.indexOf(' ')), file)
  return (table, key) => {
    const name = key.join(' ')
    const document = table === 'site_documents' ? DOCUMENTS[name] : undefined
    if (document) return { file: document, line: null }
    return (
      locations.get(`${table} ${name}`) ?? {
        file: FOLDERS[table] ?? files.get(table) ?? FILES[table] ?? table,
        line: null,
      }
    )
  }
}

/** File of a table of which the files have no record left. */
const FILES: Record<string, string> = {
  banners: 'content/banners.yaml',
  blocks: 'content/blocks.yaml',
  faqs: 'content/faq.yaml',
  entry_questions: 'questions.yaml',
  media_reports: 'content/press.yaml',
  stored_files: 'pictures.yaml',
}

/** Column name → key in the files. */
const FIELDS: Record<string, string> = {
  image_file_id: 'image',
  mobile_file_id: 'mobile_image',
  cover_file_id: 'cover',
  photo_file_id: 'photo',
  image_alt: 'alt',
  cover_alt: 'alt',
  photo_alt: 'alt',
  markdown: 'text',
  grouping: 'group',
  group_code: 'group',
  amount_minor: 'price',
  event_amount_minor: 'event_share',
  pdf_url: 'pdf',
}
/** Columns without meaning in a diff: random for each run, or equal in all rows. */
const IGNORED_COLUMNS = new Set(['password_hash', 'id', 'version_id'])
const LANGUAGES = ['en', 'fr', 'zh']
const IDENTIFIER = /^\d{12,}$/

/** Collects values that look like ids (12 digits or more), at any depth. */
export function identifiersIn(value: unknown): string[] {
  if (typeof value === 'number' && value > 1e11) return [String(value)]
  if (typeof value === 'string') return IDENTIFIER.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(identifiersIn)
}

/** Diff of a row by field and language, with names in place of ids. */
function fieldChanges(change: Change, names: Map<string, string>): FieldChange[] {
  const before = flatten(change.before, names)
  const after = flatten(change.after, names)
  const paths = [...new Set([...before.keys(), ...after.keys()])]
  const differing = paths.filter((path) => before.get(path) !== after.get(path))
  // Omits rendered HTML whose Markdown source is in the diff already.
  const shown = differing.filter(
    (path) => !isRendering(path) || !differing.includes(sourceOf(path)),
  )
  return shown.map((path) => {
    const steps = path.split('.')
    const last = steps.at(-1) ?? ''
    const language = steps.length > 1 && LANGUAGES.includes(last) ? last : null
    const field = (language ? steps.slice(0, -1) : steps).filter((step) => step !== 'document')
    return {
      field: field.map((step) => FIELDS[step] ?? step).join('.'),
      language,
      from: before.get(path) ?? null,
      to: after.get(path) ?? null,
    }
  })
}

const isRendering = (path: string) => path.split('.').includes('html')
const sourceOf = (path: string) =>
  path
    .split('.')
    .map((step) => (step === 'html' ? 'markdown' : step))
    .join('.')

function flatten(value: unknown, names: Map<string, string>): Map<string, string> {
  const found = new Map<string, string>()
  const visit = (part: unknown, path: string[]) => {
    if (part === null || part === undefined || IGNORED_COLUMNS.has(path.at(-1) ?? '')) return
    if (Array.isArray(part) && part.every((item) => typeof item !== 'object')) {
      if (part.length > 0)
        found.set(path.join('.'), part.map((item) => displayValue(item, names)).join(', '))
    } else if (typeof part === 'object') {
      for (const [key, inner] of Object.entries(part)) visit(inner, [...path, key])
    } else found.set(path.join('.'), displayValue(part, names))
  }
  visit(value, [])
  return found
}

const ISO_TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/

function displayValue(value: unknown, names: Map<string, string>): string {
  const text = String(value)
  return ISO_TIMESTAMP.test(text) ? new Date(text).toISOString() : (names.get(text) ?? text)
}

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
