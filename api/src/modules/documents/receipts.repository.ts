import { sql } from 'kysely'
import type { Channel } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { Order } from '../payments/payment-types.ts'

export type ReceiptOrder = {
  order_no: string
  apply_order_id: string
  fee_type: number
  channel: Channel
  currency: string
  billing: Order['billing']
  is_duplicate: boolean
  entry_no: string
  title: string
  account_name: string
  invoices: string[]
}
export type ReceiptFact = {
  kind: 'payment' | 'refund'
  amount_minor: number
  reference: string
  at: Date
  payer_amount_minor: number | null
  payer_currency: string | null
  exchange_rate: string | null
}

/** An order, and its payments and refunds from the ledger. */
export const receiptsRepository = (db: Db) => ({
  async order(orderNo: string): Promise<ReceiptOrder | undefined> {
    const { rows } = await sql<ReceiptOrder>`
      select o.order_no, o.apply_order_id, o.fee_type, o.channel, o.currency, o.billing,
        o.is_duplicate, e.entry_no, e.title,
        coalesce(u.company, u.first_name || ' ' || u.last_name) as account_name,
        array(select i.number from invoices i
          where i.order_no = o.order_no and i.kind = 'invoice' and i.replaced_at is null) as invoices
      from payment_orders o
      join apply_orders e on e.id = o.apply_order_id
      join users u on u.id = e.user_id
      where o.order_no = ${orderNo}`.execute(db)
    return rows[0]
  },

  async facts(orderNo: string): Promise<ReceiptFact[]> {
    const { rows } = await sql<ReceiptFact>`
      select kind, amount_minor, provider_txn as reference, at, payer_amount_minor, payer_currency,
        exchange_rate
      from ledger where order_no = ${orderNo} order by at, id`.execute(db)
    return rows
  },
})
