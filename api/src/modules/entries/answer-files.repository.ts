import { sql } from 'kysely'
import { z } from 'zod'
import type { AnswerFile } from '@awards/shared/contract'
import type { AnsweredFile, Question, QuestionAnswers } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { PictureVariants, toPicture } from '../../files/pictures/picture.ts'
import { signedUrl } from '../../files/signed-url.ts'
import { BusinessError } from '../../http/business-error.ts'
import type { AppContext } from '../../start/app-context.ts'

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
