import type { MemberRole } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { studioName, workOf } from './studio-members.repository.ts'

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
