import { ENTRY_STATUS } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Deletes rows whose retention has passed. */
export const expiredRowsRepository = (db: Db) => ({
  counters: (before: Date) =>
    sql`delete from rate_limits where expire < ${before.getTime()}`.execute(db),

  codes: (before: Date) => db.deleteFrom('email_codes').where('expires_at', '<', before).execute(),

  challenges: (before: Date) =>
    db.deleteFrom('passkey_challenges').where('expires_at', '<', before).execute(),

  keys: (before: Date) =>
    sql`delete from api_keys where least(expires_at, revoked_at) < ${before}`.execute(db),

  webhookEvents: (before: Date) =>
    db.deleteFrom('webhook_events').where('at', '<', before).execute(),

  sessions: (before: Date) =>
    sql`delete from sessions where least(expires_at, revoked_at) < ${before}`.execute(db),

  devices: (before: Date) =>
    db.deleteFrom('trusted_devices').where('expires_at', '<', before).execute(),

  /** Those that were accepted, withdrawn or ran out, with offers to hand works over that ran out. */
  async studioInvitations(before: Date) {
    await sql`delete from studio_invitations
      where least(expires_at, accepted_at, withdrawn_at) < ${before}`.execute(db)
    await db.deleteFrom('studio_hand_overs').where('expires_at', '<', before).execute()
  },

  formerMembers: (before: Date) =>
    db.deleteFrom('studio_members').where('ended_at', '<', before).execute(),

  /** Those of broadcasts count as lost: waiting for them for ever would hold up the others. */
  unsentMails: (before: Date) =>
    sql`
      with gone as (
        delete from mail_outbox where sent_at is null and created_at < ${before} returning id)
      update broadcast_recipients reader set state = 'lost'
      from gone where reader.mail_id = gone.id and reader.state = 'queued'`.execute(db),

  /** With them the broadcasts that are over, and who they reached. */
  async sentMails(before: Date) {
    await db.deleteFrom('mail_outbox').where('sent_at', '<', before).execute()
    await db.deleteFrom('broadcasts').where('done_at', '<', before).execute()
  },

  /** Deletes drafts and unpaid entries without any order, invoice or withdrawal. The upload cleanup deletes their files. */
  async unpaidEntries(before: Date) {
    await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ project_id: string }>`
        delete from apply_orders e using editions d
        where d.id = e.edition_id and d.closes_at < ${before}
          and e.entry_status in (${ENTRY_STATUS.draft}, ${ENTRY_STATUS.submitted})
          and not exists (select 1 from order_lines o where o.apply_order_id = e.id)
          and not exists (select 1 from invoices i where i.apply_order_id = e.id)
          and not exists (select 1 from withdrawals w where w.apply_order_id = e.id)
        returning e.project_id`.execute(trx)
      const projects = rows.map(({ project_id }) => project_id)
      await sql`
        delete from projects p where p.id = any(${projects}::bigint[])
          and not exists (select 1 from apply_orders e where e.project_id = p.id)`.execute(trx)
    })
  },
})
