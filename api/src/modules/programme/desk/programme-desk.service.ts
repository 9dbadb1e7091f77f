import { isDeepStrictEqual } from 'node:util'
import type { Answer, Parsed, programmeDesk, ProgrammeDocument } from '@awards/shared/contract'
import { documentKind, documentFile, JUROR_PROFILE, type DocumentKind } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { AppContext } from '../../../start/app-context.ts'
import type { Plan } from '../plan.ts'
import { planDocuments } from '../programme.service.ts'
import { ProgrammeError } from '../read/programme-source.ts'
import { lockProgramme } from '../rows.repository.ts'
import { choiceOfPictures, affectedBy } from './desk-pictures.repository.ts'
import {
  fieldIn,
  liveProgramme,
  missingTexts,
  type LiveProgramme,
  addPicture,
} from './documents.ts'
import { draftsRepository, versionsRepository } from './drafts.repository.ts'
import {
  asRefusal,
  changedDocuments,
  currentOf,
  draftOf,
  makeDraftsLive,
  planOfDrafts,
  rebase,
  type Conflict,
} from './make-live.ts'

const PROFILE: readonly string[] = JUROR_PROFILE

/** Throws for a file that is none of the desk, and for a document that would belong to another file. */
function requireOwnFile(file: string, document: ProgrammeDocument | null) {
  const kind = documentKind(file)
  if (!kind) throw noDocument()
  if (!document || documentFile(kind, document) === file) return
  throw refusal(
    'The code, address or version of a document never changes. Begin a new one instead.',
  )
}

/** What a document is called after; its file is named by it. */
const NAMING_FIELDS: Partial<Record<DocumentKind, string>> = {
  season: 'code',
  article: 'slug',
  policy: 'version',
  regulations: 'version',
}

/**
 * Throws 422 for a document that is begun under the name of another one: a merge would call that one a colleague's edit
 * and offer to overwrite it. The same document again is a save whose answer was lost, and passes.
 */
function requireFreeName(file: string, document: Document, current: Document) {
  if (!document || !current || isDeepStrictEqual(document, current)) return
  const kind = documentKind(file)
  const field = (kind && NAMING_FIELDS[kind]) ?? 'document'
  const sentence =
    'Another document has this code, address or version already. Choose another one, or edit that document from the list.'
  throw new BusinessError(422, { [field]: [sentence] })
}

/** Throws 422 for a change of a juror that is none of the public profile, and for one who would come or go. */
function requireProfile(
  file: string,
  document: ProgrammeDocument | null,
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
function requireOwnTexts(document: ProgrammeDocument | null) {
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
function requireWords(document: ProgrammeDocument | null) {
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
const noDocument = () =>
  new BusinessError(404, 'The programme has no such file any more. Reload the page.')

type Document = ProgrammeDocument | null
type Context = Pick<AppContext, 'config' | 'db' | 'clock' | 'publicCache' | 'storage'>

/** The programme as an organiser edits it: drafts by file, a plan in words, one transaction, and the way back. */
export function programmeDeskService(context: Context) {
  const { db, clock, publicCache } = context

  const readAll = () => Promise.all([liveProgramme(db), draftsRepository(db).list()])

  /** Writes drafts one after the other: those of two people are merged, not lost. */
  const exclusively = <T>(work: (trx: Db, live: LiveProgramme) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (trx) => {
      await lockProgramme(trx)
      return work(trx, await liveProgramme(trx))
    })

  /** Keeps what differs from what is live as the draft of a file, and forgets what does not. */
  const putDraft = async (
    trx: Db,
    live: LiveProgramme,
    file: string,
    document: Document,
    actor: Actor,
  ) => {
    const before = live.document(file) ?? null
    const isSame = isDeepStrictEqual(document, before)
    if (isSame) await draftsRepository(trx).remove(file)
    else await draftsRepository(trx).put(file, before, document, actor.id, clock())
    return !isSame
  }

  return {
    async documents(): Promise<Answer<typeof programmeDesk.documents>> {
      const [live, drafts] = await readAll()
      const byFile = new Map(drafts.map((draft) => [draft.file, draft]))
      const files = [...new Set([...live.files, ...byFile.keys()])]
      return {
        time_zone: live.zone,
        currency: live.currency,
        list: files.flatMap((file) => {
          const draft = byFile.get(file)
          const { live: before, document } = currentOf(live, draft, file)
          const shown = document ?? before ?? draft?.base
          const kind = documentKind(file)
          if (!shown || !kind) return []
          return [
            {
              file,
              kind,
              name: nameOf(file, shown),
              at: String(
                shown['closes_at'] ?? shown['published_at'] ?? shown['effective_at'] ?? '',
              ),
              missing: missingTexts(shown),
              state: !draft ? 'live' : !before ? 'added' : draft.draft ? 'changed' : 'removed',
              changed_by: draft?.changed_by ?? null,
              changed_at: draft?.changed_at.toISOString() ?? null,
            },
          ]
        }),
      }
    },

    async document(file: string): Promise<Answer<typeof programmeDesk.document>> {
      const kind = documentKind(file)
      const [live, drafts] = await readAll()
      const draft = draftOf(drafts, file)
      const current = currentOf(live, draft, file)
      if (!kind || (!draft && !current.live)) throw noDocument()
      return { file, kind, ...current }
    },

    pictures: async (): Promise<Answer<typeof programmeDesk.pictures>> => {
      const { pictures, files, document } = await liveProgramme(db)
      const covers = new Set(files.map((file) => document(file)?.['cover']))
      const list = await choiceOfPictures(context, pictures)
      return {
        list: list.toSorted((a, b) => Number(covers.has(b.file)) - Number(covers.has(a.file))),
      }
    },

    addPicture: (
      actor: Actor,
      input: Parsed<typeof programmeDesk.addPicture>,
    ): Promise<Answer<typeof programmeDesk.addPicture>> => addPicture(context, actor, input),

    save: (actor: Actor, { file, from, document, keeps_ours }: Parsed<typeof programmeDesk.save>) =>
      exclusively(async (trx, live) => {
        requireOwnFile(file, document)
        requireOwnTexts(document)
        requireWords(document)
        const drafts = await draftsRepository(trx).list()
        const draft = draftOf(drafts, file)
        const current = currentOf(live, draft, file)
        if (from === null) requireFreeName(file, document, current.document)
        const merged = rebase({ file, base: from, draft: document }, current.document)
        if (merged.conflicts.length > 0 && !keeps_ours) {
          const first = draft
            ? { name: draft.changed_by, at: draft.changed_at }
            : await versionsRepository(trx).lastOf(file)
          throw draftConflict(merged.conflicts, first)
        }
        requireProfile(file, merged.document, live.document(file))
        const others = drafts.filter((row) => row.file !== file)
        const { changes } = changedDocuments(live, others)
        changes.set(file, merged.document)
        await requireValid({ ...context, db: trx }, live, changes, file)
        await putDraft(trx, live, file, merged.document, actor)
        return {
          document: merged.document,
          is_merged: !isDeepStrictEqual(merged.document, document),
        }
      }),

    discard: async ({ file }: Parsed<typeof programmeDesk.discard>) => ({
      changed: await draftsRepository(db).remove(file),
    }),

    async plan(): Promise<Answer<typeof programmeDesk.plan>> {
      const live = await liveProgramme(db)
      const { plan, conflicts } = await planOfDrafts(context, live).catch(asRefusal)
      if (!plan) {
        const nothing = { plan: null, changes: [], schedule: [], affected: [] }
        return { ...nothing, time_zone: live.zone, conflicts }
      }
      return {
        ...plan,
        plan: plan.changes.length > 0 ? plan.plan : null,
        conflicts: [],
        affected: await affectedBy(db, plan.changes, clock()),
      }
    },

    /** Makes the drafts live, all of them or nothing. */
    async apply(actor: Actor, expected: string): Promise<Answer<typeof programmeDesk.apply>> {
      const { changes } = await db
        .transaction()
        .execute((trx) => makeDraftsLive({ ...context, db: trx }, actor, expected))
        .catch(asRefusal)
      await publicCache.settle()
      return { changed: changes.length }
    },

    versions: async (): Promise<Answer<typeof programmeDesk.versions>> => ({
      list: (await versionsRepository(db).list()).map(({ applied_at, changes, ...version }) => ({
        ...version,
        applied_at: applied_at.toISOString(),
        changes: changes as Plan['changes'],
      })),
    }),

    undo: (actor: Actor, id: string): Promise<Answer<typeof programmeDesk.undo>> =>
      exclusively(async (trx, live) => {
        const files = await versionsRepository(trx).files(id)
        if (!files) throw noDocument()
        const drafts = await draftsRepository(trx).list()
        const conflicts: Conflict[] = []
        let changed = false
        for (const { file, before, after } of files) {
          // What the version changed is changed back; what was made live or drafted since stays as it is.
          const current = currentOf(live, draftOf(drafts, file), file)
          const merged = rebase({ file, base: after, draft: before }, current.document)
          conflicts.push(...merged.conflicts)
          if (await putDraft(trx, live, file, merged.document, actor)) changed = true
        }
        return { changed, conflicts }
      }),
  }
}

/** What a document is called on the list. */
function nameOf(file: string, { name, title, version }: ProgrammeDocument): { en: string } {
  const found = name ?? title ?? version ?? file
  return typeof found === 'string' ? { en: found } : (found as { en: string })
}

/** Throws 422 with the wrong fields of one document, or the mistakes elsewhere that follow from it. */
async function requireValid(
  context: Context,
  live: LiveProgramme,
  changes: ReadonlyMap<string, Document>,
  file: string,
) {
  try {
    await planDocuments(context, live.origin(changes))
  } catch (error) {
    if (!(error instanceof ProgrammeError)) asRefusal(error)
    const own = error.problems.filter((problem) => fieldIn(file, problem))
    const fields = Map.groupBy(own.length > 0 ? own : error.problems, (problem) =>
      (fieldIn(file, problem) ?? []).map(String).join('.'),
    )
    throw new BusinessError(
      422,
      Object.fromEntries(
        [...fields].map(([path, problems]) => [
          path || 'document',
          problems.map(({ field, reason }) => field?.sentence ?? reason),
        ]),
      ),
    )
  }
}

/** 409 with the fields that somebody else changed first, and who that was. */
const draftConflict = (
  conflicts: readonly Conflict[],
  first: { name: string | null; at: Date } | undefined,
) =>
  new BusinessError(
    409,
    'Somebody else has changed the same fields. Reload their version, then make your change again.',
    {
      reason: 'DRAFT_CONFLICT',
      conflicts,
      changed_by: first?.name ?? null,
      changed_at: first?.at.toISOString() ?? null,
    },
  )
