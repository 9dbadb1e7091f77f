import type { AssignmentStatus } from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import type { Db } from '../../../db/database.ts'
import { assignmentsRepository } from '../assignment/assignments.repository.ts'
import { entryForJuror, type EntryAtStage } from '../jury-access.ts'
import { outOfScope, scoringLevelOf } from '../jury.policy.ts'
import type { ScoreKey } from './scores.repository.ts'
import { snapshotsRepository } from '../results/snapshots.repository.ts'

/** A juror's place at an entry. */
export type OwnSeat = EntryAtStage & { key: ScoreKey; status: AssignmentStatus }

/** The caller's seat at an entry, locked, so that two windows come one after the other. */
export async function lockedSeatOf(
  context: AppContext,
  trx: Db,
  actor: Actor,
  entryId: string,
): Promise<OwnSeat> {
  // What the phase allows is read after this, so that no vote slips in while the results are being frozen.
  await snapshotsRepository(trx).holdBackFreezing(entryId)
  const found = await entryForJuror(context, actor, entryId, trx)
  const level = scoringLevelOf(actor)
  const key = { apply_order_id: found.entry.id, juror_id: actor.juror?.id ?? '', level }
  const seat = await assignmentsRepository(trx).seat(key.apply_order_id, key.juror_id, level)
  if (!seat) throw outOfScope()
  return { ...found, key, status: seat.status }
}
