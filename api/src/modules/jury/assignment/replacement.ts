import { ASSIGNMENT_STATUS, type PhaseCapabilities } from '@awards/shared/domain'
import type { AppContext } from '../../../start/app-context.ts'
import type { Db } from '../../../db/database.ts'
import { mailNewSeats } from './assignments.service.ts'
import { assignmentsRepository } from './assignments.repository.ts'
import type { ScoringLevel } from '../jury.policy.ts'

/** Gives an entry to the least loaded juror of its field, when somebody has stepped back. */
export async function assignReplacement(
  context: AppContext,
  trx: Db,
  entryId: string,
  level: ScoringLevel,
  { can_assign }: PhaseCapabilities,
): Promise<void> {
  if (can_assign) await seatOneMore(context, trx, entryId, level)
}

/**
 * One more juror for an entry on which the others disagree; the database marks the seat as an extra one. Asked
 * again it does nothing, and it waits for those who still have the entry before them: their votes may settle it.
 */
export async function requestExtraJuror(
  context: AppContext,
  trx: Db,
  entryId: string,
  level: ScoringLevel,
): Promise<void> {
  const { has_extra, open } = await assignmentsRepository(trx).lockedSeats(entryId, level)
  if (!has_extra && open === 0) await seatOneMore(context, trx, entryId, level)
}

/** Asks for an extra juror where a vote has just shown that the jurors disagree. */
export async function settleDisagreement(
  context: AppContext,
  trx: Db,
  entryId: string,
  level: ScoringLevel,
  { can_assign, can_score_levels }: PhaseCapabilities,
): Promise<void> {
  if (!can_assign || !can_score_levels.includes(level)) return
  const isDivergent = await assignmentsRepository(trx).isDivergent(entryId, level)
  if (isDivergent) await requestExtraJuror(context, trx, entryId, level)
}

async function seatOneMore(context: AppContext, trx: Db, entryId: string, level: ScoringLevel) {
  const [juror] = (await assignmentsRepository(trx).candidates([entryId]))
    .filter((one) => one.level === level && one.expertise_match && !one.conflict)
    .filter((one) => one.status === null)
    .sort((a, b) => a.load - b.load)
  if (!juror) return
  const seat = { apply_order_id: entryId, juror_id: juror.juror_id, level }
  await assignmentsRepository(trx).put(
    seat,
    { status: ASSIGNMENT_STATUS.assigned },
    context.clock(),
  )
  await mailNewSeats(context, trx, [seat])
}
