import {
  DECISION_STATUS,
  ENTRY_STATUS,
  LIVE_ASSIGNMENTS,
  type Language,
} from '@awards/shared/domain'
import { sql, type RawBuilder } from 'kysely'
import type { JuryScope } from './jury.policy.ts'
import { named } from '../../lib/localised.ts'

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

/** The columns that identify an entry in the chair's lists. */
export type EntryLinkRow = {
  apply_order_id: string
  judging_no: string
  entry_no: string
  title: string
  category_id: string
  category_code: string
  category_name: unknown
}

/** Select list of `EntryLinkRow`, for queries with the aliases `entry` and `category`. */
export const ENTRY_LINK = sql`entry.id as apply_order_id, entry.judging_no, entry.entry_no, entry.title,
  category.id as category_id, category.code as category_code, category.name as category_name`

/** Maps a row to the link of the contract. The title is not anonymised here: see `withChairTitles`. */
export const toEntryLink = (row: EntryLinkRow, language: Language) => ({
  apply_order_id: row.apply_order_id,
  judging_no: row.judging_no,
  entry_no: row.entry_no,
  title: row.title,
  category: named(row.category_id, row.category_code, row.category_name, language),
})
