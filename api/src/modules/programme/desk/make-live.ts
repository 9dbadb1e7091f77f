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
import { liveProgramme, notApplicable, type LiveProgramme } from './documents.ts'
import { draftsRepository, versionsRepository, type DraftRow } from './drafts.repository.ts'

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
  if (error instanceof StartError) throw notApplicable(error)
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

/** A field that two people changed differently: what it was, what this person wants, what it is now. */
type MergeConflict = { path: string; base: unknown; ours: unknown; theirs: unknown }

type Fields = Record<string, unknown>

/**
 * Three-way merge of two versions of a document by field. Records of a list are told apart by their `code`, so that
 * one can be added while another is edited. Where both sides changed a field differently, `ours` is kept and the
 * field is among the conflicts. `undefined` stands for a field that is not there.
 */
export function mergeDocuments(base: unknown, ours: unknown, theirs: unknown) {
  const conflicts: MergeConflict[] = []
  const value = merge([base, ours, theirs], [], conflicts)
  return { value, conflicts }
}

type Sides = readonly [base: unknown, ours: unknown, theirs: unknown]

function merge(sides: Sides, path: readonly string[], conflicts: MergeConflict[]): unknown {
  const [base, ours, theirs] = sides
  if (isDeepStrictEqual(ours, theirs) || isDeepStrictEqual(base, theirs)) return ours
  if (isDeepStrictEqual(base, ours)) return theirs
  if (sides.every(isFields)) return mergeFields(sides as readonly Fields[], path, conflicts)
  if (sides.every(isRecords)) return mergeRecords(sides as readonly Fields[][], path, conflicts)
  conflicts.push({ path: path.join('.'), base, ours, theirs })
  return ours
}

function mergeFields(
  [base = {}, ours = {}, theirs = {}]: readonly Fields[],
  path: readonly string[],
  conflicts: MergeConflict[],
): Fields {
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])]
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = merge([base[name], ours[name], theirs[name]], [...path, name], conflicts)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Merges lists as objects by code, in the order of the side that changed it; what the other side added comes last. */
function mergeRecords(
  [base = [], ours = [], theirs = []]: readonly Fields[][],
  path: readonly string[],
  conflicts: MergeConflict[],
): Fields[] {
  const merged = mergeFields([base, ours, theirs].map(byCode), path, conflicts)
  const isReordered = !isDeepStrictEqual(codesOf(base), codesOf(ours))
  const order = isReordered
    ? [...codesOf(ours), ...codesOf(theirs)]
    : [...codesOf(theirs), ...codesOf(ours)]
  return [...new Set(order)].flatMap((code) => {
    const record = merged[code]
    return record === undefined ? [] : [record as Fields]
  })
}

const byCode = (records: Fields[]): Fields =>
  Object.fromEntries(records.map((record) => [String(record['code']), record]))
const codesOf = (records: Fields[]) => records.map(({ code }) => String(code))

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isRecords = (value: unknown): value is Fields[] =>
  Array.isArray(value) &&
  value.every((item) => isFields(item) && typeof item['code'] === 'string') &&
  new Set(codesOf(value)).size === value.length
