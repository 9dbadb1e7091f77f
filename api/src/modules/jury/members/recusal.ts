import {
  ASSIGNMENT_MACHINE,
  ASSIGNMENT_STATUS,
  ENTRY_STATUS,
  PHASES,
  next,
  type Stage,
} from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { Db } from '../../../db/database.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { editionsRepository } from '../../editions/editions.repository.ts'
import { assignmentsRepository } from '../assignment/assignments.repository.ts'
import { conflictsRepository } from './conflicts.repository.ts'
import { lockedEntryForJuror, type EntryAtStage } from '../jury-access.ts'
import { noSeat, type ScoringLevel } from '../jury.policy.ts'
import { assignReplacement } from '../assignment/assignments.service.ts'

const BATCH = 100

/**
 * Declares a conflict of a juror of any level: ends the assignment, excludes its score, assigns a replacement, and
 * mails the chairs without the type or the note. Every call that declares a conflict goes through here.
 */
export async function declareConflict(
  context: AppContext,
  trx: Db,
  actor: Actor,
  id: string,
  { type, note }: { type: string; note: string },
): Promise<void> {
  const jurorId = actor.juror?.id
  if (!jurorId) throw noSeat()
  const entryAtStage = await lockedEntryForJuror(context, actor, id, trx)
  requireUnfrozen(entryAtStage)
  const key = { apply_order_id: id, juror_id: jurorId }
  const conflict = { type, note, source: 'self', is_pinned: false } as const
  await conflictsRepository(trx).upsert(key, conflict, actor.id, context.clock())
  if (actor.identity !== 1) {
    await recuseFromEntry(context, trx, entryAtStage, jurorId, actor.identity === 3 ? 3 : 2)
  }
  await auditRepository(trx).record(actor, 'jury.recused', id, { after: { type } })
  await notifyChairs(context, trx, actor, id)
}

/** Throws 423 once decisions are frozen: from then on no vote is added or removed. */
export function requireUnfrozen({ phase }: Stage) {
  if (phase < PHASES.frozen_embargo) return
  throw new BusinessError(423, 'The decisions are frozen. Write to the organiser.', {
    reason: 'PHASE',
  })
}

/** Recuses a juror from an entry; assigns a replacement while the entry is in judging. No-op without an assignment. */
export async function recuseFromEntry(
  context: AppContext,
  trx: Db,
  { entry, capabilities }: EntryAtStage,
  jurorId: string,
  level: ScoringLevel,
): Promise<void> {
  const assignments = assignmentsRepository(trx)
  const seat = await assignments.lockSeat(entry.id, jurorId, level)
  const status = seat && next(ASSIGNMENT_MACHINE, seat.status, 'recuse')
  if (status === undefined) return
  const key = { apply_order_id: entry.id, juror_id: jurorId, level }
  await assignments.upsert(key, { status }, context.clock())
  if (entry.entry_status === ENTRY_STATUS.in_judging) {
    await assignReplacement(context, trx, entry.id, level, capabilities)
  }
}

/**
 * Recuses jurors from up to 100 entries that have come into conflict since the assignment, and assigns replacements.
 * Assignments with a submitted score stay; the score does not count while the conflict stands. Returns the number.
 */
export async function recuseFromEntries(
  context: AppContext,
  trx: Db,
  jurorId?: string,
): Promise<number> {
  const seats = await conflictsRepository(trx).conflictedSeats(BATCH, jurorId)
  for (const { edition_id, ...seat } of seats) {
    const { capabilities } = await editionsRepository(trx).stageOf(edition_id, context.clock())
    const { recused } = ASSIGNMENT_STATUS
    await assignmentsRepository(trx).upsert(seat, { status: recused }, context.clock())
    await assignReplacement(context, trx, seat.apply_order_id, seat.level, capabilities)
    await auditRepository(trx).record(null, 'jury.recused', seat.apply_order_id, {
      after: { juror_id: seat.juror_id },
    })
  }
  return seats.length
}

async function notifyChairs({ mail }: AppContext, trx: Db, actor: Actor, entryId: string) {
  for (const { id, email, language } of await conflictsRepository(trx).chairsOf(entryId)) {
    if (id === actor.id) continue
    await mail.enqueue(trx, {
      to: email,
      template: 'juror_recused',
      language,
      dedupeKey: `recused:${entryId}:${actor.id}:${id}`,
      params: {},
    })
  }
}
