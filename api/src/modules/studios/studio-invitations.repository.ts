import type { MemberRole } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { studioName, workOf, type MembershipRow } from './studio-members.repository.ts'

export type InvitationRow = {
  id: string
  owner_id: string
  project_id: string | null
  email: string
  role: MemberRole
  expires_at: Date
  accepted_at: Date | null
  withdrawn_at: Date | null
}

const COLUMNS = [
  'id',
  'owner_id',
  'project_id',
  'email',
  'role',
  'expires_at',
  'accepted_at',
  'withdrawn_at',
] as const

/** Invitations to studios. */
export const studioInvitationsRepository = (db: Db) => ({
  /** Those that nobody has accepted or withdrawn, the latest first; an expired one can be sent again. */
  open: (ownerId: string) =>
    db
      .selectFrom('studio_invitations as invitation')
      .select([
        'invitation.id',
        'invitation.email',
        'invitation.role',
        'invitation.sent_at',
        'invitation.expires_at',
      ])
      .select(workOf('invitation').as('work'))
      .where('invitation.owner_id', '=', ownerId)
      .where('invitation.accepted_at', 'is', null)
      .where('invitation.withdrawn_at', 'is', null)
      .orderBy('invitation.sent_at', 'desc')
      .orderBy('invitation.id')
      .$narrowType<{ role: MemberRole }>()
      .execute(),

  byDigest: (digest: Buffer): Promise<InvitationRow | undefined> =>
    db
      .selectFrom('studio_invitations')
      .select(COLUMNS)
      .where('token_hash', '=', digest)
      .$castTo<InvitationRow>()
      .executeTakeFirst(),

  find: (id: string): Promise<InvitationRow | undefined> =>
    db
      .selectFrom('studio_invitations')
      .select(COLUMNS)
      .where('id', '=', id)
      .$castTo<InvitationRow>()
      .executeTakeFirst(),

  async isOpen(ownerId: string, email: string, projectId: string | null): Promise<boolean> {
    const row = await db
      .selectFrom('studio_invitations')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('email', '=', email)
      .where(sql<boolean>`project_id is not distinct from ${projectId}::bigint`)
      .where('accepted_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst()
    return row !== undefined
  },

  async add(row: {
    owner_id: string
    project_id: string | null
    email: string
    role: MemberRole
    token_hash: Buffer
    sent_at: Date
    expires_at: Date
  }): Promise<string> {
    const { id } = await db
      .insertInto('studio_invitations')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  async renew(id: string, change: { token_hash: Buffer; sent_at: Date; expires_at: Date }) {
    await db.updateTable('studio_invitations').set(change).where('id', '=', id).execute()
  },

  async close(id: string, how: { accepted_at: Date } | { withdrawn_at: Date }) {
    await db.updateTable('studio_invitations').set(how).where('id', '=', id).execute()
  },

  /** Names of the owner and of the work, for the page and the mail of an invitation. */
  async facts(id: string) {
    return db
      .selectFrom('studio_invitations as invitation')
      .innerJoin('users as owner', 'owner.id', 'invitation.owner_id')
      .select(['owner.email', 'owner.language', 'owner.status'])
      .select([
        sql<string>`owner.first_name || ' ' || owner.last_name`.as('name'),
        studioName('owner').as('studio'),
        workOf('invitation').as('work'),
      ])
      .where('invitation.id', '=', id)
      .executeTakeFirstOrThrow()
  },
})

export type HandOverRow = {
  id: string
  owner_id: string
  to_id: string
  project_id: string | null
  expires_at: Date
}

/** Offers to hand works over, and what an accepted one changes. */
export const handOversRepository = (db: Db) => {
  const offers = (now: Date) =>
    db
      .selectFrom('studio_hand_overs as offer')
      .select(['offer.id', 'offer.expires_at', workOf('offer').as('work')])
      .where('offer.expires_at', '>', now)
      .orderBy('offer.offered_at')
      .orderBy('offer.id')
  const name = sql<string>`person.first_name || ' ' || person.last_name`.as('name')

  return {
    /** Offers of an owner. */
    of: (ownerId: string, now: Date) =>
      offers(now)
        .innerJoin('users as person', 'person.id', 'offer.to_id')
        .select(name)
        .where('offer.owner_id', '=', ownerId)
        .execute(),

    /** Offers to a member. */
    to: (memberId: string, now: Date) =>
      offers(now)
        .innerJoin('users as person', 'person.id', 'offer.owner_id')
        .select(name)
        .where('offer.to_id', '=', memberId)
        .execute(),

    find: (id: string): Promise<HandOverRow | undefined> =>
      db
        .selectFrom('studio_hand_overs')
        .select(['id', 'owner_id', 'to_id', 'project_id', 'expires_at'])
        .where('id', '=', id)
        .executeTakeFirst(),

    /** A new offer takes the place of an earlier one for the same works. */
    async replace(offer: Omit<HandOverRow, 'id'> & { offered_at: Date }): Promise<string> {
      const { id } = await db
        .insertInto('studio_hand_overs')
        .values(offer)
        .onConflict((conflict) =>
          conflict.constraint('studio_hand_overs_once').doUpdateSet({
            to_id: offer.to_id,
            offered_at: offer.offered_at,
            expires_at: offer.expires_at,
          }),
        )
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    remove: (id: string) => db.deleteFrom('studio_hand_overs').where('id', '=', id).execute(),

    removeTo: (ownerId: string, memberId: string) =>
      db
        .deleteFrom('studio_hand_overs')
        .where('owner_id', '=', ownerId)
        .where('to_id', '=', memberId)
        .execute(),

    removeAllTo: (memberId: string) =>
      db.deleteFrom('studio_hand_overs').where('to_id', '=', memberId).execute(),

    /** Whether an account has works or members of its own. */
    async hasStudio(userId: string): Promise<boolean> {
      const { rows } = await sql<{ has: boolean }>`
        select exists (select from apply_orders where user_id = ${userId})
          or exists (select from studio_members where owner_id = ${userId} and ended_at is null) as has`.execute(
        db,
      )
      return rows[0]?.has === true
    },

    /** Locks the works, and then their entries, in the order of a save; returns the entries. */
    async lockWorks(ownerId: string, projectId: string | null): Promise<string[]> {
      const isOne = sql<boolean>`(${projectId}::bigint is null or project_id = ${projectId})`
      await sql`select id from projects where user_id = ${ownerId}
        and (${projectId}::bigint is null or id = ${projectId}) order by id for update`.execute(db)
      const { rows } = await sql<{ id: string }>`
        select id from apply_orders where user_id = ${ownerId} and ${isOne} order by id for update`.execute(
        db,
      )
      return rows.map(({ id }) => id)
    },

    /** Makes another account the owner of these works; invoices and orders keep their buyer. */
    async giveWorks(ownerId: string, projectId: string | null, to: string) {
      await sql`update projects set user_id = ${to}, idempotency_key = null
        where user_id = ${ownerId} and (${projectId}::bigint is null or id = ${projectId})`.execute(
        db,
      )
      await sql`update apply_orders set user_id = ${to}
        where user_id = ${ownerId} and (${projectId}::bigint is null or project_id = ${projectId})`.execute(
        db,
      )
    },

    /**
     * Members and open invitations follow the works; other offers of them end. Of two to the same address the one of
     * the studio that is handed over stays, with its role.
     */
    async giveTeam(ownerId: string, projectId: string | null, to: string, at: Date) {
      const isHere = sql`owner_id = ${ownerId} and (${projectId}::bigint is null or project_id = ${projectId})`
      const isOpen = sql`accepted_at is null and withdrawn_at is null`
      await sql`update studio_members set owner_id = ${to} where ${isHere} and ended_at is null
        and member_id <> ${to}`.execute(db)
      await sql`update studio_invitations own set withdrawn_at = ${at}
        where own.owner_id = ${to} and ${isOpen} and exists (
          select from (select email, project_id from studio_invitations where ${isHere} and ${isOpen}) given
          where given.email = own.email and given.project_id is not distinct from own.project_id)`.execute(
        db,
      )
      await sql`update studio_invitations set owner_id = ${to} where ${isHere} and ${isOpen}`.execute(
        db,
      )
      await sql`delete from studio_hand_overs where ${isHere}`.execute(db)
    },

    /** The memberships of the new owner in these works, which end. */
    async endMemberships(
      { owner_id, member_id }: Pick<MembershipRow, 'owner_id' | 'member_id'>,
      projectId: string | null,
      at: Date,
    ) {
      await sql`update studio_members set ended_at = ${at}
        where owner_id = ${owner_id} and member_id = ${member_id} and ended_at is null
          and (${projectId}::bigint is null or project_id = ${projectId})`.execute(db)
    },
  }
}
