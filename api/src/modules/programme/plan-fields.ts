import { POLICY_TYPES } from '@awards/shared/domain'
import type { Programme } from './read/programme-files.ts'
import type { Source } from './read/programme-source.ts'
import type { Change } from './rows.repository.ts'

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
export function recordLocator(
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

/** Change of one field in one language; `from` and `to` are null where it has no value. */
export type FieldChange = {
  field: string
  language: string | null
  from: string | null
  to: string | null
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
export function fieldChanges(change: Change, names: Map<string, string>): FieldChange[] {
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
