import { isDeepStrictEqual } from 'node:util'
import type { Answer, Parsed, programmeDesk, ProgrammeDocument } from '@awards/shared/contract'
import { documentKind } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { AppContext } from '../../../start/app-context.ts'
import type { Plan } from '../plan.ts'
import { planDocuments } from '../programme.service.ts'
import { ProgrammeError } from '../read/programme-source.ts'
import { lockProgramme } from '../rows.repository.ts'
import { affectedBy } from './desk-facts.repository.ts'
import { addPicture } from './desk-pictures.ts'
import { choiceOfPictures } from './desk-pictures.repository.ts'
import {
  noDocument,
  requireOwnFile,
  requireOwnTexts,
  requireProfile,
  requireWords,
} from './document-rules.ts'
import { fieldIn, liveProgramme, missingTexts, type LiveProgramme } from './documents.ts'
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
