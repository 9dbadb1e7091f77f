import { ASSIGNMENT_STATUS, type PhaseCapabilities } from '@awards/shared/domain'
import type { AppContext } from '../../../start/app-context.ts'
import type { Db } from '../../../db/database.ts'
import { mailNewSeats } from './assignments.service.ts'
import { assignmentsRepository } from './assignments.repository.ts'
import type { ScoringLevel } from '../jury.policy.ts'

/** Assigns an entry to the least loaded juror of its field, after a recusal. */
export async function assignReplacement(
  context: AppContext,
  trx: Db,
  entryId: string,
  level: ScoringLevel,
  { can_assign }: PhaseCapabilities,
): Promise<void> {
  if (can_assign) await assignLeastLoaded(context, trx, entryId, level)
}

/**
 * Assigns one extra juror to an entry with divergent scores; a trigger marks the assignment as extra. Idempotent.
 * Does nothing while assignments are open: their scores may settle the divergence.
 */
export async function requestExtraJuror(
  context: AppContext,
  trx: Db,
  entryId: string,
  level: ScoringLevel,
): Promise<void> {
  const { has_extra, open } = await assignmentsRepository(trx).lockSeats(entryId, level)
  if (!has_extra && open === 0) await assignLeastLoaded(context, trx, entryId, level)
}

/** Requests an extra juror if the last score made the scores of an entry divergent. */
export async function requestExtraJurorIfDivergent(
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

async function assignLeastLoaded(
  context: AppContext,
  trx: Db,
  entryId: string,
  level: ScoringLevel,
) {
  const [juror] = (await assignmentsRepository(trx).candidates([entryId]))
    .filter((one) => one.level === level && one.expertise_match && !one.conflict)
    .filter((one) => one.status === null)
    .sort((a, b) => a.load - b.load)
  if (!juror) return
  const seat = { apply_order_id: entryId, juror_id: juror.juror_id, level }
  await assignmentsRepository(trx).upsert(
    seat,
    { status: ASSIGNMENT_STATUS.assigned },
    context.clock(),
  )
  await mailNewSeats(context, trx, [seat])
}
