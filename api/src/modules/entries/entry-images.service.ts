import type { Answer, entries as calls, Parsed } from '@awards/shared/contract'
import {
  brokenBy,
  entryProblems,
  isEditable,
  isHandedIn,
  StoredAnswers,
  type Language,
  type Question,
  type QuestionAnswers,
} from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import type { Db } from '../../db/database.ts'
import { heldEntryFor, windowOf, lockedProject, notEditable, stale } from './entry-access.ts'
import {
  answerFilesRepository,
  toAnswerFile,
  entryFilesRepository,
} from './entry-files.repository.ts'
import { entriesRepository } from './entries.repository.ts'
import { changeEntryStatus } from './entry-status.repository.ts'
import { minimumImages, toEntryFile } from './entries.mapper.ts'
import { queueComparison } from './entries.policy.ts'

type Input = Parsed<typeof calls.editImage>

/** Sets which files an entry has, in which order; the entries of a project share them. */
export const entryImages = (context: AppContext) => ({
  replace: (
    actor: Actor,
    input: Input,
    language: Language,
  ): Promise<Answer<typeof calls.editImage>> =>
    context.db.transaction().execute(async (trx) => {
      const entry = await heldEntryFor(trx, actor, input.apply_order_id, 'edit')
      const now = context.clock()
      const window = await windowOf(trx, entry, now)
      const { current, affected } = await lockedProject(trx, entry, window)
      if (!isEditable(current, window)) {
        throw await notEditable(trx, { ...entry, ...current }, window, language)
      }
      if (current.version !== input.version) throw stale(current)
      await refuseUnfit(trx, actor, entry.id, input)
      if (isHandedIn(current.entry_status)) await refuseIncomplete(trx, current, input)

      for (const row of affected) {
        await entryFilesRepository(trx).replace(row.id, input.files)
        await entriesRepository(trx).update(row.id, row.version, {
          updated_at: now,
          edited_by: actor.id,
        })
      }
      const ids = affected.map(entryId)
      // `change` moves an admitted entry back to the formal check; other statuses have no such edge.
      await changeEntryStatus(trx, 'change', ids)
      const submitted = affected.filter(({ entry_status }) => isHandedIn(entry_status))
      await queueComparison(trx, context, submitted.map(entryId))
      const files = await entryFilesRepository(trx).of(entry.id)
      return {
        version: input.version + 1,
        files: files.map((file) => toEntryFile(context, file)),
      }
    }),
})

/** Pictures and documents of an entry, for another module that shows it. */
export const entryFilesOf = async (context: AppContext, db: Db, id: string) =>
  (await entryFilesRepository(db).of(id)).map((file) => toEntryFile(context, file))

/** Files that answer questions of the programme, for another module that shows them. */
export const answerFilesOf = async (context: AppContext, db: Db, id: string) =>
  (await answerFilesRepository(db).of(id)).flatMap((file) => toAnswerFile(context, file) ?? [])

/** Names of the files that an entry had among its answers at another time, by id. */
export async function formerFileNames(
  db: Db,
  form: readonly Question[],
  answers: QuestionAnswers = {},
): Promise<Map<string, { name: string }>> {
  const ids = form.flatMap(({ code, kind }) =>
    kind === 'file' && typeof answers[code] === 'string' ? answers[code] : [],
  )
  const names = await answerFilesRepository(db).names(ids)
  return new Map([...names].map(([id, name]) => [id, { name }]))
}

/** Whether an entrant works on an entry that has this file, for the files themselves. */
export const mayUseFile =
  ({ db }: AppContext) =>
  async ({ id, identity }: Actor, fileId: string): Promise<boolean> =>
    identity === 0 && entryFilesRepository(db).isUsedBy(id, fileId)

const entryId = ({ id }: { id: string }) => id

/** 422 if the new files would make a submitted entry incomplete: too few pictures, or missing alt texts. */
async function refuseIncomplete(
  db: Db,
  entry: { id: string; project_id: string; answers: unknown },
  { files }: Input,
) {
  const before = await entryFilesRepository(db).of(entry.id)
  const minimum = minimumImages(await entriesRepository(db).siblings(entry.project_id))
  const answers = StoredAnswers.parse(entry.answers)
  const problemsOf = (list: readonly { kind: string; alt: string }[]) =>
    entryProblems(
      answers,
      list.filter(({ kind }) => kind !== 'pdf'),
      minimum,
    )
  const broken = brokenBy(problemsOf(before), problemsOf(files))
  if (Object.keys(broken).length > 0) throw new BusinessError(422, broken)
}

/** 422 that names every unusable file as `images.<index>`. */
async function refuseUnfit(db: Db, actor: Actor, entryId: string, { files }: Input) {
  const problems: Record<string, string[]> = {}
  const add = (index: number, message: string) => (problems[`images.${index}`] ??= []).push(message)
  if (files.length === 0) return

  const ready = await entryFilesRepository(db).ready(
    { userId: actor.id, entryId },
    files.map(({ file_id }) => file_id),
  )
  const seen = new Map<string, number>()
  files.forEach((file, index) => {
    const stored = ready.find(({ id }) => id === file.file_id)
    if (!stored) return add(index, 'This file did not arrive. Upload it again.')
    const isPdf = stored.purpose === 'entry_pdf'
    if (isPdf !== (file.kind === 'pdf')) return add(index, 'This file is of another kind')
    const hash = stored.sha256?.toString('hex') ?? stored.id
    const first = seen.get(hash)
    if (first !== undefined) add(index, `This is the same file as number ${first + 1}. Remove one.`)
    else seen.set(hash, index)
  })
  if (files.filter(({ kind }) => kind === 'cover').length > 1) {
    problems.images = ['Choose one cover picture']
  }
  if (files.filter(({ kind }) => kind === 'pdf').length > 1) {
    problems.images = [...(problems.images ?? []), 'Add one PDF at most']
  }
  if (Object.keys(problems).length > 0) throw new BusinessError(422, problems)
}
