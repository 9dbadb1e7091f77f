import { parse, stringify } from 'yaml'
import type { ProgrammeDocument, Parsed, programmeDesk } from '@awards/shared/contract'
import { documentKind, LIST_KINDS } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { StartError } from '../../../lib/errors.ts'
import { programmeDocument } from '../export/export-catalogue.ts'
import { readLiveContent, type LiveContent } from '../export/export.repository.ts'
import { exportedTexts } from '../export/export.service.ts'
import type { ExportedFile } from '../export/export-content.ts'
import { openTexts, type ProgrammeOrigin } from '../read/programme-files.ts'
import { splitMarkdown, type Problem } from '../read/programme-source.ts'
import { createHash } from 'node:crypto'
import { PictureVariants } from '../../../files/pictures/picture.ts'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { lockProgramme } from '../rows.repository.ts'
import { choiceOfPictures, uploadedPicturesRepository } from './desk-pictures.repository.ts'

/** Whether a file is a list of records; its fields are named below `list` in the document. */
const holdsRecords = (file: string) => LIST_KINDS.some((kind) => kind === documentKind(file))
const isPage = (file: string) => file.endsWith('.md')
const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/') + 1)
const isRegulations = (file: string) => documentKind(file) === 'regulations'

/** Whether a file holds a part of a document: its own one, and for regulations the chapters beside it. */
const isPartOf = (part: string, file: string) =>
  part === file || (isRegulations(file) && isPage(part) && folderOf(part) === folderOf(file))

/** The field of a document that a problem is about; undefined for a problem of another document. */
export function fieldIn(file: string, { file: part, field }: Problem): PropertyKey[] | undefined {
  if (!isPartOf(part, file)) return undefined
  const chapter = part === file ? [] : ['chapters', Number(part.slice(-5, -3)) - 1]
  return [...chapter, ...(field && holdsRecords(file) ? ['list'] : []), ...(field?.path ?? [])]
}

/**
 * A file as a document of the desk: its fields, or its records as `list`, and for a page its texts by language as
 * `text`. Regulations hold the pages of their chapters.
 */
function documentOf(file: string, texts: ReadonlyMap<string, string>): ProgrammeDocument {
  const text = texts.get(file) ?? ''
  if (isPage(file)) {
    const { matter = '', bodies = {} } = splitMarkdown(text) ?? {}
    return { ...(parse(matter) as ProgrammeDocument), text: bodies }
  }
  const parsed: unknown = parse(text)
  if (Array.isArray(parsed)) return { list: parsed }
  const chapters = [...texts.keys()].filter((part) => part !== file && isPartOf(part, file))
  return {
    ...(parsed as ProgrammeDocument),
    ...(isRegulations(file) && {
      chapters: chapters.toSorted().map((part) => documentOf(part, texts)),
    }),
  }
}

/** The files of a document; what they hold is checked where they are read. */
function filesOf(file: string, document: ProgrammeDocument): [string, string][] {
  if (isPage(file)) return [[file, pageText(document)]]
  if (!isRegulations(file)) {
    return [[file, stringify(holdsRecords(file) ? document['list'] : document)]]
  }
  const { chapters, ...version } = document
  const pages = Array.isArray(chapters) ? (chapters as ProgrammeDocument[]) : []
  return [
    [file, stringify(version)],
    ...pages.map((page, index): [string, string] => [
      `${folderOf(file)}${String(index + 1).padStart(2, '0')}.md`,
      pageText(page),
    ]),
  ]
}

function pageText({ text, ...matter }: ProgrammeDocument): string {
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
  const names = files.map(({ file }) => file).filter((file) => documentKind(file))
  const parsed = new Map<string, ProgrammeDocument>()
  const pictures = content.pictures.flatMap(({ id, original_name, sha256 }) =>
    sha256 ? [{ id, file: pictureName(id), name: original_name, sha256 }] : [],
  )
  const stored = new Map(pictures.map(({ file, sha256 }) => [file, sha256]))
  return {
    zone,
    currency,
    files: names,
    pictures,
    /** A document by its file; parsed when first read, since reading all takes longer than most calls. */
    document(file: string): ProgrammeDocument | undefined {
      if (!names.includes(file)) return undefined
      const known = parsed.get(file)
      if (known) return known
      const document = documentOf(file, texts)
      // A season of the desk names its prices, also where they are those of fees.yaml.
      const isUsual = documentKind(file) === 'season' && !document['entry_fees']
      const whole = isUsual ? { ...document, entry_fees: ownFees(fees.entry, document) } : document
      parsed.set(file, whole)
      return whole
    },
    /** The programme with some of its documents replaced; null takes a file away. */
    origin(changes: ReadonlyMap<string, ProgrammeDocument | null>): ProgrammeOrigin {
      const merged = new Map(texts)
      for (const [file, document] of changes) {
        for (const part of texts.keys()) if (isPartOf(part, file)) merged.delete(part)
        if (!document) continue
        for (const [part, text] of filesOf(file, document)) merged.set(part, text)
      }
      return openTexts(merged, stored)
    },
  }
}
export type LiveProgramme = Awaited<ReturnType<typeof liveProgramme>>

/** 409 for what the loader or the export cannot do; the message names the file. */
export const notApplicable = ({ message }: StartError) =>
  new BusinessError(409, message, { reason: 'NOT_APPLICABLE' })

/** The texts of the files; what the export cannot write is an error of the call. */
function textsOf(content: LiveContent): ExportedFile[] {
  try {
    return exportedTexts(content, (id) => (id ? pictureName(id) : undefined))
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    // Content of an earlier version, or changed in the database.
    if (content.documents.some(({ code }) => code === 'programme')) throw notApplicable(error)
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

const LANGUAGES = ['en', 'fr', 'zh']
type MissingTexts = { fr: number; zh: number }

/** How many texts of a document are not translated: their readers see English. */
export function missingTexts(value: unknown): MissingTexts {
  if (typeof value !== 'object' || value === null) return { fr: 0, zh: 0 }
  if ('en' in value && Object.keys(value).every((key) => LANGUAGES.includes(key))) {
    return { fr: 'fr' in value ? 0 : 1, zh: 'zh' in value ? 0 : 1 }
  }
  const inner = Object.values(value).map(missingTexts)
  return inner.reduce((sum, { fr, zh }) => ({ fr: sum.fr + fr, zh: sum.zh + zh }), { fr: 0, zh: 0 })
}

/** What a document calls a picture: not the file of an export, whose name changes with what else shows the picture. */
const pictureName = (id: string) => `pictures/${id}`

type Context = Pick<AppContext, 'config' | 'db' | 'clock' | 'storage'>

/**
 * Makes an uploaded picture one of the programme. The upload has checked and encoded it; what is kept as its original,
 * and exported, is the encoded picture. Throws 404 for a file that is not a picture of the caller, or that stands in an
 * entry, and 422 for a name that another picture has.
 */
export async function addPicture(
  context: Context,
  actor: Actor,
  { file_id: id, name, focus }: Parsed<typeof programmeDesk.addPicture>,
) {
  const { db, storage } = context
  const original_name = `${name}.jpg`
  await db.transaction().execute(async (trx) => {
    // One at a time: two uploads cannot take the same name.
    await lockProgramme(trx)
    const uploaded = uploadedPicturesRepository(trx)
    const file = await uploaded.find(id, actor.id)
    const { full_jpeg } = PictureVariants.safeParse(file?.variants).data ?? {}
    if (!full_jpeg) {
      throw new BusinessError(404, 'There is no such picture. Please upload it again.')
    }
    // A folder finds a picture again by the hash of what it exports.
    const sha256 = createHash('sha256')
      .update(await storage.read(full_jpeg.key))
      .digest()
    const taken = await uploaded.taken(original_name, sha256)
    if (taken?.is_same) throw refused('This picture is among those of the programme already')
    if (taken) throw refused('Another picture has this name')
    await uploaded.adopt({ id, original_name, sha256, key: full_jpeg.key, focus })
    await auditRepository(trx).record(actor, 'programme.picture', id, {
      after: { name: original_name, focus },
    })
  })
  const [added] = await choiceOfPictures(context, [
    { id, file: pictureName(id), name: original_name },
  ])
  if (!added) throw new Error(`The picture ${id} has no sizes`)
  return added
}

const refused = (sentence: string) => new BusinessError(422, { name: [sentence] })
