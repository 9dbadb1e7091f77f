import type { ProgrammeDocument } from '@awards/shared/contract'
import { documentFile, documentKind, JUROR_PROFILE } from '@awards/shared/domain'
import { isDeepStrictEqual } from 'node:util'
import { BusinessError } from '../../../http/business-error.ts'

type Document = ProgrammeDocument | null

const PROFILE: readonly string[] = JUROR_PROFILE

/** Throws for a file that is none of the desk, and for a document that would belong to another file. */
export function requireOwnFile(file: string, document: Document) {
  const kind = documentKind(file)
  if (!kind) throw noDocument()
  if (!document || documentFile(kind, document) === file) return
  throw refusal(
    'The code, address or version of a document never changes. Begin a new one instead.',
  )
}

/** Throws 422 for a change of a juror that is none of the public profile, and for one who would come or go. */
export function requireProfile(
  file: string,
  document: Document,
  live: ProgrammeDocument | undefined,
) {
  if (documentKind(file) !== 'juror') return
  const rest = (juror: ProgrammeDocument) =>
    Object.fromEntries(Object.entries(juror).filter(([field]) => !PROFILE.includes(field)))
  const isSame = live && document && isDeepStrictEqual(rest(document), rest(live))
  if (isSame) return
  throw refusal(
    "Only the public profile of a juror is written here. Seats and rights are the chair's.",
  )
}

const refusal = (sentence: string) => new BusinessError(422, { document: [sentence] })

/** Throws 422 for a text with a line that begins another language in the file: it would replace that one. */
export function requireOwnTexts(document: Document) {
  const { chapters, ...page } = document ?? {}
  const pages = [
    ['', page] as const,
    ...(Array.isArray(chapters) ? chapters : []).map(
      (chapter, index) => [`chapters.${index}.`, chapter as ProgrammeDocument] as const,
    ),
  ]
  const wrong = pages.flatMap(([path, { text }]) =>
    Object.entries(text ?? {}).flatMap(([language, body]) =>
      typeof body === 'string' && /^:::/m.test(body) ? [`${path}text.${language}`] : [],
    ),
  )
  if (wrong.length === 0) return
  const sentence = 'A line of a text cannot begin with :::'
  throw new BusinessError(422, Object.fromEntries(wrong.map((path) => [path, [sentence]])))
}

/** Throws 422 for a picture without words on what it shows, for those who do not see it. */
export function requireWords(document: Document) {
  const fields = wordless(document, [])
  if (fields.length === 0) return
  const sentence = 'Say what the picture shows'
  throw new BusinessError(422, Object.fromEntries(fields.map((field) => [field, [sentence]])))
}

/** Fields of descriptions that are missing beside a picture, at any depth. */
function wordless(value: unknown, path: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { image, photo, cover, alt } = value as Record<string, unknown>
  const hasPicture = [image, photo, cover].some((picture) => typeof picture === 'string' && picture)
  const hasWords = Boolean((alt as { en?: string } | undefined)?.en?.trim())
  return [
    ...(hasPicture && !hasWords ? [[...path, 'alt', 'en'].join('.')] : []),
    ...Object.entries(value).flatMap(([key, inner]) => wordless(inner, [...path, key])),
  ]
}

/** 404 for a file that the desk does not edit, or that is gone. */
export const noDocument = () =>
  new BusinessError(404, 'The programme has no such file any more. Reload the page.')
