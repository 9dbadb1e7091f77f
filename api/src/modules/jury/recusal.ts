import {
  ASSIGNMENT_MACHINE,
  DECLARABLE_CONFLICTS,
  ENTRY_STATUS,
  PHASES,
  next,
} from '@awards/shared/domain'
import type { Actor } from '../../app/actor.ts'
import type { AppContext } from '../../app/app-context.ts'
import { BusinessError } from '../../app/business-error.ts'
import type { Db } from '../../db/database.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { assignmentsRepository } from './assignments.repository.ts'
import type { OwnSeat } from './score-seat.ts'
import type { ScoreState } from './scores.service.ts'
import { assignReplacement } from './seating.ts'

/** A juror steps back from an entry because of a conflict, and somebody else gets it. */
export async function recuse(
  context: AppContext,
  trx: Db,
  actor: Actor,
  { entry, phase, capabilities, key, status: present }: OwnSeat,
  { type, note }: { type: string; note: string },
): Promise<ScoreState> {
  if (!DECLARABLE_CONFLICTS.some((one) => one === type)) {
    throw new BusinessError(422, { 'recuse.type': ['Choose the kind of conflict'] })
  }
  const status = next(ASSIGNMENT_MACHINE, present, 'recuse')
  if (status === undefined || phase >= PHASES.frozen_embargo) {
    throw new BusinessError(423, 'The decisions are frozen. Write to the organiser.', {
      reason: 'PHASE',
    })
  }
  const now = context.clock()
  const assignments = assignmentsRepository(trx)
  await assignments.put(key, { status }, now)
  await assignments.recuse(entry.id, key.juror_id, type, note, now)
  if (entry.entry_status === ENTRY_STATUS.in_judging) {
    await assignReplacement(context, trx, entry.id, key.level, capabilities)
  }
  await auditRepository(trx).record(actor, 'jury.recused', entry.id, { after: { type } })
  return { total: 0, version: 0, is_draft: true }
}
