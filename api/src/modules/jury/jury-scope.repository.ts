import { DECISION_STATUS, ENTRY_STATUS, LIVE_ASSIGNMENTS } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { JuryScope } from './jury.policy.ts'

/** SQL: type of the standing conflict of interest between the rows `entry` and `juror`, or null. */
export const CONFLICT: RawBuilder<string | null> = sql`(select c.type from conflicts c
  where c.apply_order_id = entry.id and c.juror_id = juror.id and c.state = 'standing')`

/** SQL condition: the entry under `alias` is in a standing conflict with the juror. The only place that says so. */
export const inConflict = (
  jurorId: string | RawBuilder<unknown>,
  alias = 'entry',
): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from conflicts c where c.apply_order_id = ${sql.ref(`${alias}.id`)}
    and c.juror_id = ${jurorId} and c.state = 'standing')`

/** SQL condition: the row `entry` has a live assignment to the juror. */
const assignedTo = (jurorId: string, level: number) => sql<boolean>`exists (
  select 1 from assignments seat where seat.apply_order_id = entry.id and seat.juror_id = ${jurorId}
    and seat.level = ${level} and seat.status = any(${[...LIVE_ASSIGNMENTS]}::int[]))`

/** SQL condition on the row `entry` for every jury query, file and archive; entries in conflict never match. */
export function inScope(scope: JuryScope): RawBuilder<boolean> {
  const rows =
    scope.kind === 'panel'
      ? sql<boolean>`entry.category_id = any(${[...scope.category_ids]}::bigint[])`
      : assignedTo(scope.juror_id, scope.kind === 'assigned' ? 2 : 3)
  const inStatus = sql<boolean>`entry.entry_status = any(${[...scope.statuses]}::int[])`
  const isRevoked = sql<boolean>`(entry.entry_status = ${ENTRY_STATUS.disqualified}
    and entry.decision_status = ${DECISION_STATUS.revoked})`
  const seen = scope.seesRevoked ? sql<boolean>`(${inStatus} or ${isRevoked})` : inStatus
  return sql`(${rows} and ${seen}
    and not ${inConflict(scope.juror_id)})`
}
