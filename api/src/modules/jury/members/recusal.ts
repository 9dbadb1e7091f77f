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
import { assignReplacement } from '../assignment/replacement.ts'

const BATCH = 100

/**
 * A juror of any level steps back from an entry: the seat is given up, its vote no longer counts, somebody else
 * is asked, and the chairs hear that it happened and nothing more. The one way, whichever call it comes from.
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
  const at = await lockedEntryForJuror(context, actor, id, trx)
  requireUnfrozen(at)
  const key = { apply_order_id: id, juror_id: jurorId }
  const given = { type, note, source: 'self', is_pinned: false } as const
  await conflictsRepository(trx).put(key, given, actor.id, context.clock())
  if (actor.identity !== 1) {
    await recuseFromEntry(context, trx, at, jurorId, actor.identity === 3 ? 3 : 2)
  }
  await auditRepository(trx).record(actor, 'jury.recused', id, { after: { type } })
  await tellChairs(context, trx, actor, id)
}

/** Once decisions are frozen, who has voted on what no longer changes. */
export function requireUnfrozen({ phase }: Stage) {
  if (phase < PHASES.frozen_embargo) return
  throw new BusinessError(423, 'The decisions are frozen. Write to the organiser.', {
    reason: 'PHASE',
  })
}

/** Ends a juror's seat at an entry that is being judged, and asks somebody else. */
export async function recuseFromEntry(
  context: AppContext,
  trx: Db,
  { entry, capabilities }: EntryAtStage,
  jurorId: string,
  level: ScoringLevel,
): Promise<void> {
  const assignments = assignmentsRepository(trx)
  const seat = await assignments.seat(entry.id, jurorId, level)
  const status = seat && next(ASSIGNMENT_MACHINE, seat.status, 'recuse')
  if (status === undefined) return
  const key = { apply_order_id: entry.id, juror_id: jurorId, level }
  await assignments.put(key, { status }, context.clock())
  if (entry.entry_status === ENTRY_STATUS.in_judging) {
    await assignReplacement(context, trx, entry.id, level, capabilities)
  }
}

/**
 * Seats that a conflict has overtaken since they were given are left, and somebody else is asked. A score that is
 * submitted stays with its seat: it does not count while the conflict stands.
 */
export async function recuseFromEntries(
  context: AppContext,
  trx: Db,
  jurorId?: string,
): Promise<number> {
  const seats = await conflictsRepository(trx).overtakenSeats(BATCH, jurorId)
  for (const { edition_id, ...seat } of seats) {
    const { capabilities } = await editionsRepository(trx).stageOf(edition_id, context.clock())
    const { recused } = ASSIGNMENT_STATUS
    await assignmentsRepository(trx).put(seat, { status: recused }, context.clock())
    await assignReplacement(context, trx, seat.apply_order_id, seat.level, capabilities)
    await auditRepository(trx).record(null, 'jury.recused', seat.apply_order_id, {
      after: { juror_id: seat.juror_id },
    })
  }
  return seats.length
}

async function tellChairs({ mail }: AppContext, trx: Db, actor: Actor, entryId: string) {
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
