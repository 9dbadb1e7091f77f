import { DECISION_STATUS, FEE_TYPE, PAYMENT_STATUS, WINNER_FEE_STATUS } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { changeEachEntryStatus } from '../../entries/entry-status.repository.ts'

const { offered, declined, offer_expired } = WINNER_FEE_STATUS

/** An entry that leaves the competition against its owner's will, and what hangs on it. */
export const revocationRepository = (db: Db) => ({
  /** Out before the results are: nothing of the decision is touched or told. */
  async disqualify(id: string, now: Date) {
    await changeEachEntryStatus(db, 'disqualify', [id], {
      version: sql`version + 1`,
      updated_at: now,
    })
  },

  /** The award is gone from every page, and the offer that came with it has ended. */
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
        language: 'en' | 'fr' | 'zh'
      }>()
      .executeTakeFirstOrThrow(),

  /** The order by which the winner package was paid, if it was. */
  packageOrder: (id: string) =>
    db
      .selectFrom('payment_orders')
      .select('order_no')
      .where('apply_order_id', '=', id)
      .where('fee_type', '=', FEE_TYPE.winner_package)
      .where('status', '=', PAYMENT_STATUS.paid)
      .executeTakeFirst(),
})
