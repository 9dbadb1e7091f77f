import { LIVE_ASSIGNMENTS } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { JuryScope } from './jury.policy.ts'

/**
 * Kind of the conflict of interest between a row `entry` and a row `juror`, or null. Beside what was
 * declared, a juror who owns a code on the entry, or works where the entrant works, has one.
 */
export const CONFLICT: RawBuilder<string | null> = sql`coalesce(
  (select c.type from conflicts c where c.apply_order_id = entry.id and c.juror_id = juror.id),
  (select 'referral' from codes k where k.owner_id = juror.user_id and k.kind <> 'juror_invite'
     and k.code in (entry.agent_code, entry.invitation_code) limit 1),
  (select 'employer' from users u where u.id = entry.user_id and (
     split_part(u.email, '@', 2) = any(juror.email_domains)
     or lower(nullif(entry.answers ->> 'company', '')) in
        (select lower(a) from unnest(array_append(juror.affiliations, juror.company)) a))))`

/** True where the row `entry` is in conflict with a juror. */
const conflictWith = (jurorId: string) =>
  sql<boolean>`exists (select 1 from jurors juror where juror.id = ${jurorId} and ${CONFLICT} is not null)`

/** A live assignment of the row `entry` to a juror. */
const assignedTo = (jurorId: string, level: number) => sql<boolean>`exists (
  select 1 from assignments seat where seat.apply_order_id = entry.id and seat.juror_id = ${jurorId}
    and seat.level = ${level} and seat.status = any(${[...LIVE_ASSIGNMENTS]}::int[]))`

/** The condition on a row `entry` of every jury query, file and archive. Conflicts never pass. */
export function inScope(scope: JuryScope): RawBuilder<boolean> {
  const rows =
    scope.kind === 'panel'
      ? sql<boolean>`entry.category_id = any(${[...scope.category_ids]}::bigint[])`
      : assignedTo(scope.juror_id, scope.kind === 'assigned' ? 2 : 3)
  return sql`(${rows} and entry.entry_status = any(${[...scope.statuses]}::int[])
    and not ${conflictWith(scope.juror_id)})`
}
