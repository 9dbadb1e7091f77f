import { PAYMENT_STATUS } from '@awards/shared/domain'
import { sql } from 'kysely'
import { statusList } from '../../db/status-list.repository.ts'
import type { Db } from '../../db/database.ts'
import type { WithdrawalReceipt, ConsumerRow, ContractRow } from './withdrawal-receipt.ts'

const PAID = statusList(PAYMENT_STATUS.paid, PAYMENT_STATUS.refunding, PAYMENT_STATUS.refunded)

/** Contracts and withdrawals of one user. */
export const withdrawalsRepository = (db: Db) => {
  async function contracts(userId: string, of?: { order_no: string; apply_order_id: string }) {
    // Duplicate payments are refunded automatically and are no contracts.
    const { rows } = await sql<ContractRow>`
      select e.id as apply_order_id, o.order_no, e.entry_no, e.title, o.fee_type,
        o.amount_minor as amount, o.currency, o.paid_at, o.status, o.billing, u.account_type,
        case when o.amount_minor <> o.order_amount_minor then o.position end as line,
        e.entry_status, w.reference, w.received_at, w.document,
        coalesce((
          select k.given from consents k
          -- A member who pays for the owner waives for this order alone.
          where k.kind = 'consumer_waiver'
            and (k.subject = o.order_no or (k.user_id = u.id and k.subject = e.id::text))
          order by k.at desc limit 1), false) as has_waived
      from fee_orders o
      join apply_orders e on e.id = o.apply_order_id
      join users u on u.id = e.user_id
      left join withdrawals w on w.order_no = o.order_no and w.apply_order_id = e.id
      where e.user_id = ${userId} and o.paid_at is not null and not o.is_duplicate
        and o.status in ${PAID} and (${of?.order_no ?? null}::text is null
          or o.order_no = ${of?.order_no ?? null} and e.id = ${of?.apply_order_id ?? null})
      order by o.paid_at desc, o.order_no, o.position`.execute(db)
    return rows
  }

  return {
    all: (userId: string): Promise<ContractRow[]> => contracts(userId),

    /** The contract of an entry: the line that an order has for it. */
    find: async (
      userId: string,
      of: { order_no: string; apply_order_id: string },
    ): Promise<ContractRow | undefined> => (await contracts(userId, of))[0],

    consumer: (userId: string): Promise<ConsumerRow> =>
      db
        .selectFrom('users')
        .select(['first_name', 'last_name', 'email'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow(),

    add: (document: WithdrawalReceipt, of: { apply_order_id: string; user_id: string }) =>
      db
        .insertInto('withdrawals')
        .values({
          ...of,
          reference: document.reference,
          order_no: document.contract.order_no,
          document: JSON.stringify(document),
          received_at: document.received_at,
        })
        .execute(),

    receipts: (userId: string): Promise<WithdrawalReceipt[]> =>
      db
        .selectFrom('withdrawals')
        .select('document')
        .where('user_id', '=', userId)
        .orderBy('received_at')
        .execute()
        .then((rows) => rows.map(({ document }) => document as unknown as WithdrawalReceipt)),
  }
}

/** Consents by which a consumer requests immediate performance, which ends the right of withdrawal when done. */
export const waiversRepository = (db: Db) => ({
  async add(userId: string, orderNo: string, at: Date) {
    await db
      .insertInto('consents')
      .values({ user_id: userId, kind: 'consumer_waiver', given: true, subject: orderNo, at })
      .execute()
  },
})
