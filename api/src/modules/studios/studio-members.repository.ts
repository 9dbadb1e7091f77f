import { type MemberRole, rolesThatMay, type EntryAct, type EntryRole } from '@awards/shared/domain'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'

/** A work as the studio's page names it; null stands for all of them. */
export type WorkRow = { project_id: string; title: string }

export type MembershipRow = {
  id: string
  owner_id: string
  member_id: string
  project_id: string | null
  role: MemberRole
  since: Date
}
type NewMember = Omit<MembershipRow, 'id'>

/** SQL expression: the work of a row with a `project_id`, as `WorkRow`. */
export const workOf = (table: string): RawBuilder<WorkRow | null> => sql<WorkRow | null>`(
  select jsonb_build_object('project_id', project.id::text, 'title', ${titleOf('project')})
  from projects project where project.id = ${sql.ref(`${table}.project_id`)})`

// The title of the entries; the project keeps the one with which it was begun.
const titleOf = (project: string) => sql<string>`coalesce(nullif((
    select entry.title from apply_orders entry where entry.project_id = ${sql.ref(`${project}.id`)}
    order by entry.updated_at desc, entry.id limit 1), ''), ${sql.ref(`${project}.title`)})`

const nameOf = (person: string) =>
  sql<string>`${sql.ref(`${person}.first_name`)} || ' ' || ${sql.ref(`${person}.last_name`)}`

/** SQL expression: the name of a studio, by its owner's row of `users`. */
export const studioName = (owner: string) =>
  sql<string>`coalesce(nullif(${sql.ref(`${owner}.company`)}, ''), ${nameOf(owner)})`

const COLUMNS = ['id', 'owner_id', 'member_id', 'project_id', 'role', 'since'] as const

/** Members of studios. Every change takes `lock` first, so that two of one studio never meet. */
export const studioMembersRepository = (db: Db) => ({
  /** Advisory lock on a studio until the transaction ends. */
  async lock(ownerId: string) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`studio:${ownerId}`}, 0))`.execute(db)
  },

  async name(ownerId: string): Promise<string> {
    const row = await db
      .selectFrom('users as owner')
      .select(studioName('owner').as('name'))
      .where('owner.id', '=', ownerId)
      .executeTakeFirstOrThrow()
    return row.name
  },

  /** The works of an owner, the latest first. */
  works: (ownerId: string): Promise<WorkRow[]> =>
    db
      .selectFrom('projects as project')
      .select(['project.id as project_id', titleOf('project').as('title')])
      .where('project.user_id', '=', ownerId)
      .where(
        sql<boolean>`exists (select from apply_orders entry where entry.project_id = project.id)`,
      )
      .orderBy('project.created_at', 'desc')
      .orderBy('project.id', 'desc')
      .limit(200)
      .execute(),

  async ownsWork(ownerId: string, projectId: string): Promise<boolean> {
    const row = await db
      .selectFrom('projects')
      .select('id')
      .where('id', '=', projectId)
      .where('user_id', '=', ownerId)
      .executeTakeFirst()
    return row !== undefined
  },

  /** Members of the studio, by name. */
  members: (ownerId: string) =>
    db
      .selectFrom('studio_members as team')
      .innerJoin('users as person', 'person.id', 'team.member_id')
      .select(['team.id', 'team.role', 'team.since', 'person.email'])
      .select([nameOf('person').as('name'), workOf('team').as('work')])
      .where('team.owner_id', '=', ownerId)
      .where('team.ended_at', 'is', null)
      .orderBy('name')
      .orderBy('team.id')
      .$narrowType<{ role: MemberRole }>()
      .execute(),

  /** Studios in which somebody works. */
  memberships: (memberId: string) =>
    db
      .selectFrom('studio_members as team')
      .innerJoin('users as owner', 'owner.id', 'team.owner_id')
      .select(['team.id', 'team.owner_id', 'team.role', 'team.since'])
      .select([studioName('owner').as('studio'), workOf('team').as('work')])
      .where('team.member_id', '=', memberId)
      .where('team.ended_at', 'is', null)
      .orderBy('studio')
      .orderBy('team.id')
      .$narrowType<{ role: MemberRole }>()
      .execute(),

  /** A membership that has not ended. */
  find: (id: string): Promise<MembershipRow | undefined> =>
    db
      .selectFrom('studio_members')
      .select(COLUMNS)
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .$castTo<MembershipRow>()
      .executeTakeFirst(),

  /** The same with its lock: waits for what the member has begun. */
  hold: (id: string): Promise<MembershipRow | undefined> =>
    db
      .selectFrom('studio_members')
      .select(COLUMNS)
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .forUpdate()
      .$castTo<MembershipRow>()
      .executeTakeFirst(),

  /**
   * Locks the memberships in an account's studio and its own in others. Who locks entries of the account and then changes
   * memberships calls it first, since members who write hold theirs while they wait for an entry.
   */
  async holdAll(userId: string) {
    await sql`select from studio_members
      where (owner_id = ${userId} or member_id = ${userId}) and ended_at is null
      order by id for update`.execute(db)
  },

  async count(ownerId: string): Promise<number> {
    const row = await db
      .selectFrom('studio_members')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('owner_id', '=', ownerId)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    return row.count
  },

  /** Whether an address is a member with this scope already. */
  async isMember(ownerId: string, email: string, projectId: string | null): Promise<boolean> {
    const row = await db
      .selectFrom('studio_members as team')
      .innerJoin('users as person', 'person.id', 'team.member_id')
      .select('team.id')
      .where('team.owner_id', '=', ownerId)
      .where('team.ended_at', 'is', null)
      .where('person.email', '=', email)
      .where(sql<boolean>`team.project_id is not distinct from ${projectId}::bigint`)
      .executeTakeFirst()
    return row !== undefined
  },

  add: (member: NewMember) => db.insertInto('studio_members').values(member).execute(),

  async changeRole(id: string, role: MemberRole) {
    await db.updateTable('studio_members').set({ role }).where('id', '=', id).execute()
  },

  async end(id: string, at: Date) {
    await db.updateTable('studio_members').set({ ended_at: at }).where('id', '=', id).execute()
  },

  /** Ends every membership of somebody, who joins the jury or closes the account; returns the studios. */
  async endAll(memberId: string, at: Date): Promise<string[]> {
    const rows = await db
      .updateTable('studio_members')
      .set({ ended_at: at })
      .where('member_id', '=', memberId)
      .where('ended_at', 'is', null)
      .returning('owner_id')
      .execute()
    return rows.map(({ owner_id }) => owner_id)
  },
})

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
