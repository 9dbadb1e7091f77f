import type { Parsed, subjudges, Answer } from '@awards/shared/contract'
import {
  COMMENT_FOR_ENTRANT,
  mustExplain,
  weightedTotal,
  ASSIGNMENT_MACHINE,
  next,
  DECLARABLE_CONFLICTS,
  JUDGEABLE,
  type AssignmentStatus,
  type AssignmentEvent,
  type EntryStatus,
} from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { assignmentsRepository } from '../assignment/assignments.repository.ts'
import { requestExtraJurorIfDivergent } from '../assignment/assignments.service.ts'
import { entryForJuror, readerOf, type EntryAtStage } from '../jury-access.ts'
import { outOfScope, scoringLevelOf, requireScoring } from '../jury.policy.ts'
import { declareConflict } from '../members/conflicts.service.ts'
import { snapshotsRepository } from '../results/snapshots.repository.ts'
import {
  scoreQueueRepository,
  scoresRepository,
  type ScoreKey,
  type WeightedCriterion,
  type ScoreRow,
} from './scores.repository.ts'

/** The caller's assignment to an entry, with the stage of its edition. */
type OwnSeat = EntryAtStage & { key: ScoreKey; status: AssignmentStatus }

/** Locks the caller's assignment, to serialise requests of two tabs. Throws 403 without one. */
async function lockedSeatOf(
  context: AppContext,
  trx: Db,
  actor: Actor,
  entryId: string,
): Promise<OwnSeat> {
  // Locks before it reads the phase, so that no vote is saved during a freeze.
  await snapshotsRepository(trx).lockAgainstFreeze(entryId)
  const found = await entryForJuror(context, actor, entryId, trx)
  const level = scoringLevelOf(actor)
  const key = { apply_order_id: found.entry.id, juror_id: actor.juror?.id ?? '', level }
  const seat = await assignmentsRepository(trx).lockSeat(key.apply_order_id, key.juror_id, level)
  if (!seat) throw outOfScope()
  return { ...found, key, status: seat.status }
}

type MarksInput = Pick<Parsed<typeof subjudges.score>, 'items' | 'comment_entrant' | 'is_draft'>

/** The weighted total (0 to 100). Throws 422 for unknown, duplicate or missing marks and a missing comment; drafts may be incomplete. */
function totalOf(criteria: readonly WeightedCriterion[], input: MarksInput): number {
  const problems: Record<string, string[]> = {}
  const criterionIds = new Set(criteria.map(({ id }) => id))
  const marks = new Map<string, number>()
  input.items.forEach(({ criterion_id, value }, index) => {
    if (!criterionIds.has(criterion_id))
      problems[`items.${index}.criterion_id`] = ['Unknown criterion']
    if (marks.has(criterion_id)) {
      problems[`items.${index}.criterion_id`] = ['This criterion is marked twice']
    }
    marks.set(criterion_id, value)
  })
  const total = weightedTotal(
    criteria.map(({ id, weight }) => ({ value: marks.get(id) ?? 0, weight })),
  )
  if (!input.is_draft) {
    const missing = criteria.length - marks.size
    if (missing > 0) problems['items'] = [`Mark every criterion; ${missing} still missing`]
    const { minimum, below, from } = COMMENT_FOR_ENTRANT
    if (mustExplain(total) && input.comment_entrant.length < minimum) {
      problems['comment_entrant'] = [
        `Tell the entrant why in at least ${minimum} characters: the total is below ${below} or from ${from} up`,
      ]
    }
  }
  if (Object.keys(problems).length > 0) throw new BusinessError(422, problems)
  return total
}

/**
 * 409 `SEEN`: the marks give another total than the juror saw, for instance after a merge of two tabs or a change of
 * weights. Carries the saved score and the new total.
 */
async function totalChanged(
  db: Db,
  row: ScoreRow | undefined,
  total: number,
): Promise<BusinessError> {
  return new BusinessError(
    409,
    'These marks give another total than the one you saw. Look at the marks and the total, then submit again.',
    { reason: 'SEEN', total, version: row?.version ?? 0, saved: await savedScore(db, row) },
  )
}

/** 409 `VERSION`: another save came first. Carries the saved score, for the client to merge. */
async function staleScore(db: Db, row: ScoreRow | undefined): Promise<BusinessError> {
  const saved = await savedScore(db, row)
  return new BusinessError(
    409,
    'This score was saved in another window. Look at both, then save again.',
    { reason: 'VERSION', version: row?.version ?? 0, saved },
  )
}

async function savedScore(db: Db, row: ScoreRow | undefined) {
  if (!row) return null
  return {
    items: await scoresRepository(db).items(row.id),
    comment_private: row.comment_private,
    comment_entrant: row.comment_entrant,
    total: Number(row.total),
    is_draft: row.is_draft,
  }
}

/** State of the score after a request. */
type ScoreState = Pick<Answer<typeof subjudges.score>, 'total' | 'version' | 'is_draft'>

/** Time to undo a submission. */
const UNDO_MS = 30_000

/** Abstains: the marks stay as a draft, which does not count; the event keeps the reason. */
async function abstain(
  context: AppContext,
  trx: Db,
  { entry, capabilities, key, status: current }: OwnSeat,
  reason: string,
): Promise<ScoreState> {
  const status = next(ASSIGNMENT_MACHINE, current, 'abstain')
  if (status === undefined) {
    throw new BusinessError(
      409,
      'There is a score of yours, or you have stepped back already. Go on with the next entry.',
      { reason: 'NOT_OPEN' },
    )
  }
  const scores = scoresRepository(trx)
  const draft = await scores.find(key)
  const state = { total: Number(draft?.total ?? 0), version: draft?.version ?? 0, is_draft: true }
  const items = draft ? await scores.items(draft.id) : []
  const now = context.clock()
  await scores.record(key, { kind: 'abstain', ...state, note: reason }, items, now)
  await assignmentsRepository(trx).upsert(key, { status }, now)
  await requestExtraJurorIfDivergent(context, trx, entry.id, key.level, capabilities)
  return state
}

/**
 * Undoes a submission within `UNDO_MS`: the submission that it replaced counts again, with its marks and comments; where it
 * replaced none, it becomes a draft with the same marks.
 */
async function reopen(
  context: AppContext,
  trx: Db,
  { key, status: current }: OwnSeat,
  version: number,
): Promise<ScoreState> {
  const scores = scoresRepository(trx)
  const row = await scores.find(key)
  if (!row || row.version !== version) throw await staleScore(trx, row)
  const status = next(ASSIGNMENT_MACHINE, current, 'reopen')
  const now = context.clock()
  const age = now.getTime() - (row.submitted_at?.getTime() ?? 0)
  if (status === undefined || age > UNDO_MS) {
    throw new BusinessError(
      409,
      'The moment to take this score back is over. Change the marks and submit again.',
      { reason: 'TOO_LATE' },
    )
  }
  const before = scores.replacedBy(row)
  const { comment_private, comment_entrant } = before ?? row
  const items = before?.items ?? (await scores.items(row.id))
  const total = Number((before ?? row).total)
  const is_draft = before === undefined
  const submitted_at = new Date(before?.submitted_at ?? now)
  const change = { total, comment_private, comment_entrant, is_draft, submitted_at }
  const saved = await scores.save(key, version, change, items, now)
  if (!saved) throw await staleScore(trx, await scores.find(key))
  const state = { total, version: saved.version, is_draft }
  await scores.record(key, { kind: 'reopen', ...state }, items, now)
  if (is_draft) await assignmentsRepository(trx).upsert(key, { status }, now)
  return state
}

type ScoreInput = Parsed<typeof subjudges.score>
type ScoreAnswer = Answer<typeof subjudges.score>

/** Scores: save, submit, undo, abstain, recuse. */
export function scoresService(context: AppContext) {
  const { db } = context
  return {
    /** One request for all steps: `recuse`, `abstain`, `reopen`, a draft or a submission. Returns the next entry when done. */
    async score(actor: Actor, input: ScoreInput): Promise<ScoreAnswer> {
      const { state, entry } = await db.transaction().execute(async (trx) => {
        if (input.recuse) return recuse(context, trx, actor, input.apply_order_id, input.recuse)
        const seat = await lockedSeatOf(context, trx, actor, input.apply_order_id)
        const state = await applyStep(context, trx, seat, input)
        return { state, entry: seat.entry }
      })
      const isSubmitted = !state.is_draft && !input.abstain && !input.recuse && !input.reopen
      const isDone = isSubmitted || input.abstain || input.recuse
      const reader = readerOf(actor)
      return {
        ...state,
        next_id: isDone ? await scoreQueueRepository(db).next(reader, entry.id) : null,
        undo_until: isSubmitted
          ? new Date(context.clock().getTime() + UNDO_MS).toISOString()
          : null,
        progress: await assignmentsRepository(db).progress(reader, entry.edition_id),
      }
    },
  }
}

function applyStep(
  context: AppContext,
  trx: Db,
  seat: OwnSeat,
  input: ScoreInput,
): Promise<ScoreState> {
  requireScoring(seat.capabilities, seat.key.level)
  requireJudgeable(seat)
  if (input.abstain) return abstain(context, trx, seat, input.abstain.reason)
  if (input.reopen) return reopen(context, trx, seat, input.version)
  return save(context, trx, seat, input)
}

async function recuse(
  context: AppContext,
  trx: Db,
  actor: Actor,
  id: string,
  recusal: { type: string; note: string },
) {
  if (!DECLARABLE_CONFLICTS.some((one) => one === recusal.type)) {
    throw new BusinessError(422, { 'recuse.type': ['Choose the kind of conflict'] })
  }
  const { entry } = await entryForJuror(context, actor, id, trx)
  await declareConflict(context, trx, actor, id, recusal)
  return { state: { total: 0, version: 0, is_draft: true }, entry }
}

function requireJudgeable({ entry }: OwnSeat) {
  if (JUDGEABLE.includes(entry.entry_status as EntryStatus)) return
  throw new BusinessError(423, 'This entry is no longer being judged. Go on with the next one.', {
    reason: 'ENTRY_LOCKED',
  })
}

async function save(
  context: AppContext,
  trx: Db,
  { entry, status: current, key, capabilities }: OwnSeat,
  input: ScoreInput,
): Promise<ScoreState> {
  const scores = scoresRepository(trx)
  const before = await scores.find(key)
  if ((before?.version ?? 0) !== input.version) throw await staleScore(trx, before)
  const total = totalOf(await scores.criteriaOf(entry.category_id), input)
  const isUnseen = input.seen_total !== undefined && input.seen_total !== total
  if (!input.is_draft && isUnseen) throw await totalChanged(trx, before, total)
  const event: AssignmentEvent = input.is_draft ? 'save_draft' : 'submit'
  const status = next(ASSIGNMENT_MACHINE, current, event)
  if (status === undefined) {
    throw new BusinessError(409, 'This score is submitted. Submit it again to change it.', {
      reason: 'SUBMITTED',
    })
  }
  const { items, comment_private, comment_entrant, is_draft } = input
  const now = context.clock()
  const replaced = is_draft ? undefined : await scores.toReplace(before)
  const change = {
    total,
    comment_private,
    comment_entrant,
    is_draft,
    ...(replaced && { replaced }),
  }
  const saved = await scores.save(key, input.version, change, items, now)
  if (!saved) throw await staleScore(trx, await scores.find(key))
  const state = { total, version: saved.version, is_draft }
  await scores.record(key, { kind: is_draft ? 'save' : 'submit', ...state }, items, now)
  await assignmentsRepository(trx).upsert(key, { status }, now)
  if (!is_draft) await requestExtraJurorIfDivergent(context, trx, entry.id, key.level, capabilities)
  return state
}
