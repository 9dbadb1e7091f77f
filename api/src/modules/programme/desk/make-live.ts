import { isDeepStrictEqual } from 'node:util'
import type { ProgrammeDocument } from '@awards/shared/contract'
import type { Person } from '../../../http/request-context.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { StartError } from '../../../lib/errors.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { applyDocuments, planDocuments } from '../programme.service.ts'
import { ProgrammeError } from '../read/programme-source.ts'
import { lockProgramme } from '../rows.repository.ts'
import { liveProgramme, type LiveProgramme } from './documents.ts'
import { draftsRepository, versionsRepository, type DraftRow } from './drafts.repository.ts'
import { mergeDocuments } from './merge-documents.ts'

type Document = ProgrammeDocument | null
/** A field of a draft that went live differently meanwhile. */
export type Conflict = { file: string; path: string; ours: unknown; theirs: unknown }
type Context = Pick<AppContext, 'config' | 'db' | 'clock'>

/** A draft merged by field with what went live since it was begun. */
export function rebase(
  { file, base, draft }: Omit<DraftRow, 'changed_by' | 'changed_at'>,
  live: Document,
) {
  const { value, conflicts } = mergeDocuments(base, draft, live)
  return {
    document: (value ?? null) as Document,
    conflicts: conflicts.map(({ path, ours, theirs }): Conflict => ({ file, path, ours, theirs })),
  }
}

/** A file as its draft has it, merged with what went live since; as it is live without one. */
export function currentOf(live: LiveProgramme, draft: DraftRow | undefined, file: string) {
  const before = live.document(file) ?? null
  return { live: before, ...(draft ? rebase(draft, before) : { document: before, conflicts: [] }) }
}
/** The draft of a file. */
export const draftOf = (drafts: readonly DraftRow[], file: string) =>
  drafts.find((row) => row.file === file)

/** The documents that the drafts would change, and what stands against them. */
export function changedDocuments(live: LiveProgramme, drafts: readonly DraftRow[]) {
  const changes = new Map<string, Document>()
  const conflicts: Conflict[] = []
  for (const draft of drafts) {
    const current = currentOf(live, draft, draft.file)
    conflicts.push(...current.conflicts)
    if (!isDeepStrictEqual(current.document, current.live)) {
      changes.set(draft.file, current.document)
    }
  }
  return { changes, conflicts }
}

/** What the drafts would change now; undefined for nothing, or while fields are in conflict. */
export async function planOfDrafts(context: Context, live: LiveProgramme) {
  const { changes, conflicts } = changedDocuments(live, await draftsRepository(context.db).list())
  const plan =
    conflicts.length === 0 && changes.size > 0
      ? await planDocuments(context, live.origin(changes))
      : undefined
  return { plan, conflicts }
}

/**
 * Makes the drafts live within the transaction of `context.db`, remembers the files before and after, and forgets the
 * drafts. Throws 409 `PLAN_OLD` where the plan is not the expected one.
 */
export async function makeDraftsLive(context: Context, actor: Person, expected: string) {
  const { db: trx, clock } = context
  await lockProgramme(trx)
  const live = await liveProgramme(trx)
  const { changes, conflicts } = changedDocuments(live, await draftsRepository(trx).list())
  if (conflicts.length > 0 || changes.size === 0) throw planOld()
  const applied = await applyDocuments(context, live.origin(changes))
  if (applied.plan !== expected) throw planOld()
  const after = await liveProgramme(trx)
  await versionsRepository(trx).add({
    source: 'desk',
    applied_by: actor.id,
    applied_at: clock(),
    changes: applied.changes,
    files: [...changes.keys()].map((file) => ({
      file,
      before: live.document(file) ?? null,
      after: after.document(file) ?? null,
    })),
  })
  await draftsRepository(trx).remove()
  await auditRepository(trx).record(actor, 'programme.applied', applied.plan, {
    after: { files: [...changes.keys()], changes: applied.changes.length },
  })
  return applied
}

/** Turns a refusal of the loader into an error of the call. */
export function asRefusal(error: unknown): never {
  if (error instanceof ProgrammeError) {
    const sentences = error.problems.map(({ file, reason }) => `${file}: ${reason}`)
    throw new BusinessError(422, { document: sentences })
  }
  if (error instanceof StartError) {
    throw new BusinessError(409, error.message, { reason: 'NOT_APPLICABLE' })
  }
  throw error
}

/** 409 for a plan that is not the one of the drafts any more. */
export const planOld = () =>
  new BusinessError(
    409,
    'The drafts have changed since you looked at the plan. Look at it again.',
    {
      reason: 'PLAN_OLD',
    },
  )
