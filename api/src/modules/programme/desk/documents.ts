import { parse, stringify } from 'yaml'
import type { ProgrammeDocument, ProgrammeDocumentKind } from '@awards/shared/contract'
import type { Db } from '../../../db/database.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { StartError } from '../../../lib/errors.ts'
import { programmeDocument } from '../export/export-catalogue.ts'
import { readLiveContent, type LiveContent } from '../export/export.repository.ts'
import { exportedTexts } from '../export/export.service.ts'
import type { ExportedFile } from '../export/export-text.ts'
import { openTexts, type ProgrammeOrigin } from '../read/programme-origin.ts'
import { splitMarkdown } from '../read/programme-source.ts'

const KINDS: readonly [RegExp, ProgrammeDocumentKind][] = [
  [/^editions\/[a-z0-9-]+\.yaml$/, 'season'],
  [/^content\/news\/[a-z0-9-]+\.md$/, 'article'],
  [/^categories\.yaml$/, 'categories'],
  [/^questions\.yaml$/, 'questions'],
]

/** What the desk edits of the programme's files; undefined for any other name. */
export const kindOf = (file: string): ProgrammeDocumentKind | undefined =>
  KINDS.find(([pattern]) => pattern.test(file))?.[1]

/** Whether a file is a list of records; its fields are named below `list` in the document. */
export const holdsRecords = (file: string) =>
  ['categories', 'questions'].includes(kindOf(file) ?? '')

const isPage = (file: string) => file.endsWith('.md')

/**
 * A file as a document of the desk: its fields, or its records as `list`, and for a page its texts by language as
 * `text`.
 */
function documentOf(file: string, text: string): ProgrammeDocument {
  if (!isPage(file)) {
    const parsed: unknown = parse(text)
    return Array.isArray(parsed) ? { list: parsed } : (parsed as ProgrammeDocument)
  }
  const { matter = '', bodies = {} } = splitMarkdown(text) ?? {}
  return { ...(parse(matter) as ProgrammeDocument), text: bodies }
}

/** The file of a document; what it holds is checked where the file is read. */
function textOf(file: string, document: ProgrammeDocument): string {
  if (!isPage(file)) return stringify(holdsRecords(file) ? document['list'] : document)
  const { text, ...matter } = document
  const bodies = Object.entries(text ?? {}).map(
    ([language, body]) => `::: ${language}\n${String(body)}\n`,
  )
  return `---\n${stringify(matter)}---\n${bodies.join('')}`
}

/** The live programme as files, with those that the desk edits as documents. */
export async function liveProgramme(db: Db) {
  const content = await readLiveContent(db)
  const files = textsOf(content)
  const { timezone: zone } = programmeDocument(content)
  const texts = new Map(files.map(({ file, text }) => [file, text]))
  const fees = parse(texts.get('fees.yaml') ?? '') as { entry?: unknown }
  const { currency } = parse(texts.get('programme.yaml') ?? '') as { currency: string }
  const documents = new Map(
    files
      .filter(({ file }) => kindOf(file))
      .map(({ file, text }) => {
        const document = documentOf(file, text)
        // A season of the desk names its prices, also where they are those of fees.yaml.
        const isUsual = kindOf(file) === 'season' && !document['entry_fees']
        return [
          file,
          isUsual ? { ...document, entry_fees: ownFees(fees.entry, document) } : document,
        ]
      }),
  )
  const pictures = content.pictures.flatMap(({ id, original_name, sha256 }) =>
    sha256 ? [{ id, file: pictureName(id), name: original_name, sha256 }] : [],
  )
  const stored = new Map(pictures.map(({ file, sha256 }) => [file, sha256]))
  return {
    zone,
    currency,
    documents,
    pictures,
    /** The programme with some of its documents replaced; null takes a file away. */
    origin(changes: ReadonlyMap<string, ProgrammeDocument | null>): ProgrammeOrigin {
      const merged = new Map(texts)
      for (const [file, document] of changes) {
        if (document) merged.set(file, textOf(file, document))
        else merged.delete(file)
      }
      return openTexts(merged, stored)
    },
  }
}
export type LiveProgramme = Awaited<ReturnType<typeof liveProgramme>>

// Not the file of its first use, which an export writes: that name changes with what else shows the picture.
const pictureName = (id: string) => `pictures/${id}`

/** The texts of the files; what the export cannot write is an error of the call. */
function textsOf(content: LiveContent): ExportedFile[] {
  try {
    return exportedTexts(content, (id) => (id ? pictureName(id) : undefined))
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    throw new BusinessError(
      409,
      'This site has no programme that the desk could edit yet. Load one with "npm run awards -- programme apply".',
      { reason: 'NO_PROGRAMME' },
    )
  }
}

/** The prices of the fee periods that a season has. */
function ownFees(fees: unknown, { fee_periods }: ProgrammeDocument) {
  const codes = (fee_periods as { code: string }[]).map(({ code }) => code)
  return Object.fromEntries(
    Object.entries(fees as Record<string, Record<string, unknown>>).map(([section, prices]) => [
      section,
      Object.fromEntries(codes.flatMap((code) => (code in prices ? [[code, prices[code]]] : []))),
    ]),
  )
}
