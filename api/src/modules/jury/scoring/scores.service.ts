import type { Answer, Parsed, subjudges } from '@awards/shared/contract'
import {
  ASSIGNMENT_MACHINE,
  DECLARABLE_CONFLICTS,
  JUDGEABLE,
  next,
  type AssignmentEvent,
  type EntryStatus,
} from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { Db } from '../../../db/database.ts'
import { assignmentsRepository } from '../assignment/assignments.repository.ts'
import { entryForJuror, readerOf } from '../jury-access.ts'
import { requireScoring } from '../jury.policy.ts'
import { totalOf } from './score-check.ts'
import { scoreQueueRepository } from './score-queue.repository.ts'
import { lockedSeatOf, type OwnSeat } from './score-seat.ts'
import { UNDO_MS, abstain, reopen, type ScoreState } from './score-steps.ts'
import { staleScore, unseenScore } from './score-version.ts'
import { scoresRepository } from './scores.repository.ts'
import { settleDisagreement } from '../assignment/replacement.ts'
import { declareConflict } from '../members/recusal.ts'

type Input = Parsed<typeof subjudges.score>
type Scored = Answer<typeof subjudges.score>

/** Scoring, and stepping back from an entry. */
export function scoresService(context: AppContext) {
  const { db } = context
  return {
    async score(actor: Actor, input: Input): Promise<Scored> {
      const { state, entry } = await db.transaction().execute(async (trx) => {
        if (input.recuse) return recuse(context, trx, actor, input.apply_order_id, input.recuse)
        const seat = await lockedSeatOf(context, trx, actor, input.apply_order_id)
        const state = await step(context, trx, seat, input)
        return { state, entry: seat.entry }
      })
      const isDone = !state.is_draft || input.abstain || input.recuse
      const isSubmitted = !state.is_draft && !input.abstain && !input.recuse
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

function step(context: AppContext, trx: Db, seat: OwnSeat, input: Input): Promise<ScoreState> {
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
  { entry, status: present, key, capabilities }: OwnSeat,
  input: Input,
): Promise<ScoreState> {
  const scores = scoresRepository(trx)
  const before = await scores.find(key)
  if ((before?.version ?? 0) !== input.version) throw await staleScore(trx, before)
  const total = totalOf(await scores.criteriaOf(entry.category_id), input)
  const isUnseen = input.seen_total !== undefined && input.seen_total !== total
  if (!input.is_draft && isUnseen) throw await unseenScore(trx, before, total)
  const event: AssignmentEvent = input.is_draft ? 'save_draft' : 'submit'
  const status = next(ASSIGNMENT_MACHINE, present, event)
  if (status === undefined) {
    throw new BusinessError(409, 'This score is submitted. Submit it again to change it.', {
      reason: 'SUBMITTED',
    })
  }
  const { items, comment_private, comment_entrant, is_draft } = input
  const now = context.clock()
  const change = { total, comment_private, comment_entrant, is_draft }
  const saved = await scores.save(key, input.version, change, items, now)
  if (!saved) throw await staleScore(trx, await scores.find(key))
  const state = { total, version: saved.version, is_draft }
  await scores.record(key, { kind: is_draft ? 'save' : 'submit', ...state }, items, now)
  await assignmentsRepository(trx).put(key, { status }, now)
  if (!is_draft) await settleDisagreement(context, trx, entry.id, key.level, capabilities)
  return state
}
