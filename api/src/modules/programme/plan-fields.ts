import type { Change } from './rows.repository.ts'

/** One field of a record in one language, before and after; null where there is nothing. */
export type FieldChange = {
  field: string
  language: string | null
  from: string | null
  to: string | null
}

/** Columns by the names that the files use. */
const FIELDS: Record<string, string> = {
  ...{ image_file_id: 'image', mobile_file_id: 'mobile_image', cover_file_id: 'cover' },
  ...{ photo_file_id: 'photo', image_alt: 'alt', cover_alt: 'alt', photo_alt: 'alt' },
  ...{ markdown: 'text', grouping: 'group', amount_minor: 'price', pdf_url: 'pdf' },
}
/** Random for each run, or the same for all rows. */
const UNTOLD = new Set(['password_hash', 'id', 'version_id'])
const LANGUAGES = ['en', 'fr', 'zh']
const IDENTIFIER = /^\d{12,}$/

/** Identifiers in a row, at any depth. */
export function identifiersIn(value: unknown): string[] {
  if (typeof value === 'number' && value > 1e11) return [String(value)]
  if (typeof value === 'string') return IDENTIFIER.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(identifiersIn)
}

/** What differs, field by field and language by language, with names in place of identifiers. */
export function fieldChanges(change: Change, names: Map<string, string>): FieldChange[] {
  const before = flat(change.before, names)
  const after = flat(change.after, names)
  const paths = [...new Set([...before.keys(), ...after.keys()])]
  const differing = paths.filter((path) => before.get(path) !== after.get(path))
  // What the site makes of a text is told only where the text itself did not change.
  const told = differing.filter((path) => !isRendering(path) || !differing.includes(sourceOf(path)))
  return told.map((path) => {
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

function flat(value: unknown, names: Map<string, string>): Map<string, string> {
  const found = new Map<string, string>()
  const visit = (part: unknown, path: string[]) => {
    if (part === null || part === undefined || UNTOLD.has(path.at(-1) ?? '')) return
    if (Array.isArray(part) && part.every((item) => typeof item !== 'object')) {
      if (part.length > 0)
        found.set(path.join('.'), part.map((item) => told(item, names)).join(', '))
    } else if (typeof part === 'object') {
      for (const [key, inner] of Object.entries(part)) visit(inner, [...path, key])
    } else found.set(path.join('.'), told(part, names))
  }
  visit(value, [])
  return found
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/

function told(value: unknown, names: Map<string, string>): string {
  const text = String(value)
  return MOMENT.test(text) ? new Date(text).toISOString() : (names.get(text) ?? text)
}
