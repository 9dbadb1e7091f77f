import {
  DECISION_STATUS,
  FEE_TYPE,
  PAYMENT_STATUS,
  WINNER_FEE_STATUS,
  type Language,
} from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { changeEachEntryStatus } from '../../entries/entry-status.repository.ts'

const { offered, declined, offer_expired } = WINNER_FEE_STATUS

/** Writes for disqualified entries and revoked awards. */
export const revocationRepository = (db: Db) => ({
  /** Before publication; leaves the decision unchanged. */
  async disqualify(id: string, now: Date) {
    await changeEachEntryStatus(db, 'disqualify', [id], {
      version: sql`version + 1`,
      updated_at: now,
    })
  },

  /** After publication: hides the entry, ends the open winner offer and revokes the certificate. */
  async revoke(id: string, now: Date) {
    await changeEachEntryStatus(db, 'revoke', [id], {
      decision_status: DECISION_STATUS.revoked,
      decision_version: sql`decision_version + 1`,
      is_show: false,
      winner_fee_status: sql`case when winner_fee_status in (${offered}, ${declined})
        then ${offer_expired} else winner_fee_status end`,
      offer_expires_at: sql`least(offer_expires_at, ${now})`,
      version: sql`version + 1`,
      updated_at: now,
    })
    await db
      .updateTable('certificates')
      .set({ status: 'revoked' })
      .where('apply_order_id', '=', id)
      .execute()
  },

  /** Entry number and title, with address and language of the entrant. */
  owner: (id: string) =>
    db
      .selectFrom('apply_orders as entry')
      .innerJoin('users as person', 'person.id', 'entry.user_id')
      .select(['entry.entry_no', 'entry.title', 'person.email', 'person.language'])
      .where('entry.id', '=', id)
      .$castTo<{
        entry_no: string
        title: string
        email: string
        language: Language
      }>()
      .executeTakeFirstOrThrow(),

  /** The paid order of the winner package, if any. */
  paidPackageOrder: (id: string) =>
    db
      .selectFrom('order_lines')
      .select('order_no')
      .where('apply_order_id', '=', id)
      .where('fee_type', '=', FEE_TYPE.winner_package)
      .where('status', '=', PAYMENT_STATUS.paid)
      .executeTakeFirst(),
})
