import { ENTRY_STATUS } from '../entries/entry-status.ts'
import { DECISION_STATUS } from './review-phase.ts'

export const NO_AWARD = 'no_award'
export const UNDECIDED = 'undecided'

/**
 * Where an entry stands on the board by award level: the id of its level once the chair has awarded it, `NO_AWARD` or
 * `UNDECIDED`. An entry keeps the level that a juror recommends, or that the second level has declined, in `award_id`.
 */
export function boardColumn(row: {
  readonly award_id: string | null
  readonly decision_status: number
  readonly entry_status: number
}): string {
  if (row.decision_status === DECISION_STATUS.declined) return NO_AWARD
  if (row.entry_status === ENTRY_STATUS.not_awarded) return NO_AWARD
  if (row.decision_status < DECISION_STATUS.provisional) return UNDECIDED
  return row.award_id ?? UNDECIDED
}
