import { rolesThatMay, type EntryAct, type EntryRole } from '@awards/shared/domain'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Owner and project, which decide the roles in an entry; without a project the studio as a whole. */
export type EntryPlace = { readonly user_id: string; readonly project_id: string | null }

/**
 * SQL expression: the role of a user in the row `entry` of `apply_orders`; null for a stranger. The role for one work
 * replaces the one for all of them.
 */
export const entryRole = (
  userId: string | RawBuilder<unknown>,
  entry = 'entry',
): RawBuilder<EntryRole | null> => {
  const row = (column: string) => sql.ref(`${entry}.${column}`)
  return sql<EntryRole | null>`case when ${row('user_id')} = ${userId} then 'owner' else (
    select team.role from studio_members team
    where team.member_id = ${userId} and team.ended_at is null
      and (team.project_id = ${row('project_id')}
        or (team.project_id is null and team.owner_id = ${row('user_id')}))
    order by team.project_id nulls last limit 1) end`
}

/** SQL expression: the ids of the entries with which a user may do something. */
export const entriesOpenTo = (userId: string, act: EntryAct): RawBuilder<string> => {
  const roles = [...rolesThatMay(act)]
  // One index for each way to an entry; an `or` of them would read every entry.
  return sql<string>`(
    select own.id from apply_orders own where own.user_id = ${userId}
    union
    select work.id from studio_members team
      join apply_orders work on work.user_id = team.owner_id
    where team.member_id = ${userId} and team.ended_at is null and team.project_id is null
      and team.role = any(${roles}::text[]) and not exists (
        select from studio_members narrow where narrow.member_id = ${userId} and narrow.ended_at is null
          and narrow.project_id = work.project_id)
    union
    select work.id from studio_members team
      join apply_orders work on work.project_id = team.project_id
    where team.member_id = ${userId} and team.ended_at is null and team.role = any(${roles}::text[]))`
}

/** Roles of accounts in entries. */
export const entryRoleRepository = (db: Db) => ({
  /** Those of some entries with which a user may do something. */
  async openOf(userId: string, act: EntryAct, ids: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from unnest(${[...ids]}::bigint[]) id where id in ${entriesOpenTo(userId, act)}`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  },

  /**
   * The role of a member; undefined for a stranger. `isHeld` share-locks the membership until the transaction ends:
   * a removal waits for what was begun before it, and what comes after finds nothing.
   */
  async ofMember(
    userId: string,
    { user_id, project_id }: EntryPlace,
    isHeld: boolean,
  ): Promise<EntryRole | undefined> {
    const { rows } = await sql<{ role: EntryRole }>`
      select team.role from studio_members team
      where team.member_id = ${userId} and team.ended_at is null
        and (team.project_id = ${project_id} or (team.project_id is null and team.owner_id = ${user_id}))
      order by team.project_id nulls last limit 1 ${isHeld ? sql`for share` : sql``}`.execute(db)
    return rows[0]?.role
  },
})
