import { sql } from 'kysely'
import { z } from 'zod'
import type { AnswerFile } from '@awards/shared/contract'
import type { AnsweredFile, Question, QuestionAnswers } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { SIMILAR_BITS } from '../../files/pictures/perceptual-hash.ts'
import { PictureVariants, toPicture } from '../../files/pictures/picture.ts'
import { BusinessError } from '../../http/business-error.ts'
import { signedUrl } from '../../lib/signed-token.ts'
import type { AppContext } from '../../start/app-context.ts'
import { entriesOpenTo } from '../studios/studio-members.repository.ts'
import { statusSql } from './entry-status.repository.ts'

type NewEntryFile = {
  file_id: string
  kind: 'cover' | 'image' | 'drawing' | 'pdf'
  sort: number
  alt: string
  credit?: string | undefined
}

/** Pictures and documents of entries. */
export const entryFilesRepository = (db: Db) => ({
  of: (applyOrderId: string) =>
    db
      .selectFrom('entry_files as link')
      .innerJoin('stored_files as file', 'file.id', 'link.file_id')
      .select([
        'link.file_id',
        'link.kind',
        'link.sort',
        'link.alt',
        'link.credit',
        'file.original_name',
        'file.width',
        'file.height',
        'file.colour',
        'file.variants',
        'file.sha256',
      ])
      .where('link.apply_order_id', '=', applyOrderId)
      .orderBy('link.sort')
      .orderBy('link.file_id')
      .execute(),

  /** Those of `ids` that are uploaded and checked, and that the user owns, or uses in an entry of one's own or this one. */
  ready: ({ userId, entryId }: { userId: string; entryId: string }, ids: readonly string[]) =>
    db
      .selectFrom('stored_files')
      .select(['id', 'purpose', 'sha256'])
      .where((where) =>
        where.or([
          where('owner_id', '=', userId),
          where.exists(
            where
              .selectFrom('entry_files as link')
              .innerJoin('apply_orders as entry', 'entry.id', 'link.apply_order_id')
              .select('link.file_id')
              .whereRef('link.file_id', '=', 'stored_files.id')
              .where((which) =>
                which.or([which('entry.user_id', '=', userId), which('entry.id', '=', entryId)]),
              ),
          ),
        ]),
      )
      .where('status', '=', 'ready')
      .where('id', 'in', [...ids])
      .execute(),

  /** Whether a file is in an entry that somebody may edit. */
  async isUsedBy(userId: string, fileId: string): Promise<boolean> {
    const { rows } = await sql<{ is: boolean }>`
      select exists (select from entry_files link where link.file_id = ${fileId}
        and link.apply_order_id in ${entriesOpenTo(userId, 'edit')}) as is`.execute(db)
    return rows[0]?.is === true
  },

  async replace(applyOrderId: string, files: readonly NewEntryFile[]) {
    await db.deleteFrom('entry_files').where('apply_order_id', '=', applyOrderId).execute()
    if (files.length === 0) return
    await db
      .insertInto('entry_files')
      .values(
        files.map(({ credit, ...file }) => ({
          ...file,
          credit: credit ?? null,
          apply_order_id: applyOrderId,
        })),
      )
      .execute()
  },
})

export type EntryFileRow = Awaited<
  ReturnType<ReturnType<typeof entryFilesRepository>['of']>
>[number]

/** A picture that resembles one of another entry; `place` counts the pictures of an entry from 1. */
export type LookAlike = {
  place: number
  entry_no: string
  judging_no: string
  edition: string
  other_place: number
  is_own: boolean
}

/** Warnings for the chair, to review before admitting an entry. */
export const entryWarningsRepository = (db: Db) => ({
  /**
   * Compares perceptual hashes with the entries of other people, and with the owner's of other editions.
   * A full scan, since no index finds hashes that differ by a few bits: ten pictures against 100,000 take
   * half a second, in a background job.
   */
  async lookAlikes(entryId: string): Promise<LookAlike[]> {
    const { rows } = await sql<LookAlike>`
      with mine as materialized (
        select file.phash, entry.id, entry.project_id, entry.user_id, entry.edition_id,
          (row_number() over (order by link.kind <> 'cover', link.sort, link.file_id))::int as place
        from apply_orders entry
        join entry_files link on link.apply_order_id = entry.id and link.kind <> 'pdf'
        join stored_files file on file.id = link.file_id
        where entry.id = ${entryId}
      ), alike as materialized (
        select mine.*, file.id as file_id
        from mine join stored_files file on file.phash is not null
          and bit_count(file.phash # mine.phash) <= ${SIMILAR_BITS}
        -- A flat tone looks like every other.
        where bit_count(mine.phash) > 0
      )
      select alike.place, other.entry_no, other.judging_no, edition.code as edition,
        other.user_id = alike.user_id as is_own,
        (select count(*)::int from entry_files before where before.apply_order_id = other.id
          and before.kind <> 'pdf' and (before.kind <> 'cover', before.sort, before.file_id)
            <= (link.kind <> 'cover', link.sort, link.file_id)) as other_place
      from alike
      join entry_files link on link.file_id = alike.file_id and link.kind <> 'pdf'
      join apply_orders other on other.id = link.apply_order_id
      join editions edition on edition.id = other.edition_id
      where other.project_id <> alike.project_id
        and other.entry_status not in ${statusSql('draft', 'withdrawn')}
        and (other.user_id <> alike.user_id or other.edition_id <> alike.edition_id)
      order by alike.place, other.entry_no, other_place limit 50`.execute(db)
    return rows
  },

  /** Inserts warnings; one that exists already keeps its first date. */
  async add(entryId: string, kind: 'similar_picture', details: readonly string[], at: Date) {
    if (details.length === 0) return
    await db
      .insertInto('entry_warnings')
      .values(details.map((detail) => ({ apply_order_id: entryId, kind, detail, at })))
      .onConflict((conflict) => conflict.constraint('entry_warnings_once').doNothing())
      .execute()
  },

  of: (entryId: string) =>
    db
      .selectFrom('entry_warnings')
      .select(['kind', 'detail', 'at'])
      .where('apply_order_id', '=', entryId)
      .orderBy('at')
      .orderBy('id')
      .execute(),
})

/** Stores the image licence consent for entries that have none yet. */
export async function recordLicences(
  db: Db,
  userId: string,
  entryIds: readonly string[],
  now: Date,
): Promise<void> {
  const version = await regulationsInForce(db, now)
  const known = await db
    .selectFrom('consents')
    .select('subject')
    .where('user_id', '=', userId)
    .where('kind', '=', 'image_licence')
    .where('subject', 'in', [...entryIds])
    .execute()
  const fresh = entryIds.filter((id) => !known.some(({ subject }) => subject === id))
  if (fresh.length === 0) return
  await db
    .insertInto('consents')
    .values(
      fresh.map((id) => ({
        user_id: userId,
        kind: 'image_licence',
        given: true,
        version,
        subject: id,
        at: now,
      })),
    )
    .execute()
}

/** Version of the regulations in force on the day, to which an entrant agrees by submitting. */
async function regulationsInForce(db: Db, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('regulation_versions')
    .select('version')
    .where('effective_at', '<=', now.toISOString().slice(0, 10))
    .orderBy('effective_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.version ?? null
}

const FileId = z.string().regex(/^[1-9]\d{0,17}$/)

/** Files that answer questions of the programme, one for each question of an entry. */
export const answerFilesRepository = (db: Db) => ({
  of: (applyOrderId: string) =>
    db
      .selectFrom('entry_answer_files as link')
      .innerJoin('stored_files as file', 'file.id', 'link.file_id')
      .select([
        'link.question',
        'link.file_id',
        'file.purpose',
        'file.original_name',
        'file.bytes',
        'file.width',
        'file.height',
        'file.colour',
        'file.variants',
      ])
      .where('link.apply_order_id', '=', applyOrderId)
      .orderBy('link.question')
      .execute(),

  /** Those of `ids` that are uploaded and checked, and that the user owns or the entry has. */
  async ready(place: { userId: string; entryId: string }, ids: readonly string[]) {
    const { rows } = await sql<{ id: string; purpose: string; bytes: string }>`
      select file.id::text as id, file.purpose, file.bytes from stored_files file
      where file.id = any(${[...ids]}::bigint[]) and file.status = 'ready'
        and file.purpose in ('entry_image', 'entry_pdf')
        and (file.owner_id = ${place.userId} or exists (select from entry_answer_files link
          where link.file_id = file.id and link.apply_order_id = ${place.entryId}))`.execute(db)
    return rows
  },

  /** Names of files that an entry had before, for a comparison with what it has now. */
  async names(ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('stored_files')
      .select(['id', 'original_name'])
      .where('id', 'in', [...ids])
      .where('purpose', 'in', ['entry_image', 'entry_pdf'])
      .execute()
    return new Map(rows.map(({ id, original_name }) => [id, original_name]))
  },

  /** Replaces the files of an entry. */
  async replace(applyOrderId: string, links: ReadonlyMap<string, string>) {
    await db.deleteFrom('entry_answer_files').where('apply_order_id', '=', applyOrderId).execute()
    if (links.size === 0) return
    await db
      .insertInto('entry_answer_files')
      .values(
        [...links].map(([question, file_id]) => ({
          apply_order_id: applyOrderId,
          question,
          file_id,
        })),
      )
      .execute()
  },
})

export type AnswerFileRow = Awaited<
  ReturnType<ReturnType<typeof answerFilesRepository>['of']>
>[number]

const kindOf = (purpose: string) => (purpose === 'entry_pdf' ? 'pdf' : 'image')

const PdfVariants = z.object({ pdf: z.object({ key: z.string() }) })

/** The stored bytes of a file as it is downloaded: a PDF as it came, a picture as it was encoded anew. */
function keyOf({ variants }: Pick<AnswerFileRow, 'variants'>): string | undefined {
  return (
    PdfVariants.safeParse(variants).data?.pdf.key ??
    PictureVariants.safeParse(variants).data?.full_jpeg.key
  )
}

/** A file with addresses that expire, for those who may read the answer. */
export function toAnswerFile(
  context: Pick<AppContext, 'config' | 'clock'>,
  file: AnswerFileRow,
): AnswerFile | undefined {
  const key = keyOf(file)
  if (!key) return undefined
  const kind = kindOf(file.purpose)
  // A picture is sent as the JPEG that was made of it, whatever it was.
  const name =
    kind === 'pdf' ? file.original_name : `${file.original_name.replace(/\.[^.]*$/, '')}.jpg`
  return {
    file_id: file.file_id,
    kind,
    name,
    bytes: Number(file.bytes),
    url: signedUrl(context.config.secret, context.clock(), { key, filename: name }),
    picture: toPicture(context, file, ''),
  }
}

/** Files of an entry by id, as the rules of their questions look at them. */
export const checkedFiles = (rows: readonly AnswerFileRow[]): Map<string, AnsweredFile> =>
  new Map(
    rows.map(({ file_id, purpose, bytes }) => [
      file_id,
      { kind: kindOf(purpose), bytes: Number(bytes) },
    ]),
  )

type Change = {
  place: { userId: string; entryId: string }
  questions: readonly Question[]
  /** The answers that are sent. */
  sent: QuestionAnswers
}

/**
 * Links the files among the answers that are sent, and unlinks those that were taken back. Files of other questions
 * stay, also of one that is asked no more. Throws a 422 at a question whose file is nobody's of this entry. Returns the
 * links that the entry has now, by question.
 */
export async function linkAnswerFiles(db: Db, { place, questions, sent }: Change) {
  const files = answerFilesRepository(db)
  const links = new Map(
    (await files.of(place.entryId)).map(({ question, file_id }) => [question, file_id]),
  )
  const asked = questions.filter(({ code, kind }) => kind === 'file' && code in sent)
  if (asked.length === 0) return links
  const wanted = asked.flatMap(({ code }) => FileId.safeParse(sent[code]).data ?? [])
  const ready = new Set((await files.ready(place, wanted)).map(({ id }) => id))
  const problems: Record<string, string[]> = {}
  for (const { code } of asked) {
    const answer = sent[code] ?? ''
    if (answer === '') links.delete(code)
    else if (typeof answer === 'string' && ready.has(answer)) links.set(code, answer)
    else problems[`questions.${code}`] = ['This file did not arrive. Upload it again.']
  }
  if (Object.keys(problems).length > 0) throw new BusinessError(422, problems)
  return links
}
