import { sql } from 'kysely'
import { payments } from '@awards/shared/contract'
import type { WalletFact, WalletNotice } from '@awards/simulators/wallet/wallet-notifier'
import type { WalletForge, WalletOrder } from '@awards/simulators/wallet/wallet-book'
import { paymentScene } from './payment-scene.ts'

/** Tables that a payment changes. */
const TABLES = ['payment_orders', 'payment_order_history', 'ledger', 'refunds', 'invoices']

/** Payment scene in which the test signs and sends the wallet's notifications itself. */
export async function callbackScene() {
  const scene = await paymentScene()
  const { wallet, db, app, context } = scene
  let sequence = 0

  /** An entry with an open QR code order; the wallet sends no notification itself. */
  async function waiting() {
    wallet.setChaos({ notify: 'drop' })
    const one = await scene.unpaid()
    const code = await one.as.call(payments.getEntryFeeQrcode, { apply_order_id: one.id })
    return { ...one, ...code }
  }

  const orderOf = (orderNo: string): WalletOrder => {
    const order = wallet.orders().find(({ out_trade_no }) => out_trade_no === orderNo)
    if (!order) throw new Error(`The wallet does not know ${orderNo}`)
    return order
  }

  return {
    ...scene,
    waiting,
    orderOf,

    /** A notification of a payment that did not happen; `change` overrides its fields. */
    claimed(orderNo: string, change: Partial<WalletOrder> = {}): WalletFact {
      sequence += 1
      return wallet.factOf({
        ...orderOf(orderNo),
        state: 'SUCCESS',
        transaction_id: `4200009${String(sequence).padStart(12, '0')}`,
        paid_at: context.clock().getTime(),
        ...change,
      })
    },

    /** Pays the order, and returns the notification of it. */
    paid(orderNo: string): WalletFact {
      const outcome = wallet.pay(orderNo)
      if (!outcome.ok) throw new Error(outcome.reason)
      return wallet.factOf(outcome.order)
    },

    async send(fact: WalletFact, forge?: WalletForge): Promise<number> {
      return this.carry(wallet.notice(fact, forge))
    },

    /** Posts a notification to the site; `target` may be another process. */
    async carry({ body, headersAt }: WalletNotice, target = app): Promise<number> {
      const { statusCode } = await target.inject({
        method: 'POST',
        url: '/api/wxpay/notify',
        headers: headersAt(context.clock()),
        payload: body,
      })
      return statusCode
    },

    /** All rows of `TABLES` and the fees of all entries, for comparison. */
    async books(): Promise<string> {
      const tables = await Promise.all(
        TABLES.map(async (table) => {
          const { rows } = await sql<{ row: string }>`
            select to_jsonb(t)::text as row from ${sql.table(table)} t order by 1`.execute(db)
          return [table, ...rows.map(({ row }) => row)].join('\n')
        }),
      )
      const { rows: fees } = await sql<{ row: string }>`
        select to_jsonb(t)::text as row from
          (select id, entry_status, entry_fee_status, winner_fee_status, paid_at, version from apply_orders) t
        order by 1`.execute(db)
      return [...tables, 'fees', ...fees.map(({ row }) => row)].join('\n')
    },

    alerts: (code: string) =>
      db.selectFrom('payment_alerts').selectAll().where('code', '=', code).execute(),

    ledger: (orderNo: string) =>
      db.selectFrom('ledger').selectAll().where('order_no', '=', orderNo).execute(),

    invoices: (orderNo: string) =>
      db.selectFrom('invoices').select('number').where('order_no', '=', orderNo).execute(),
  }
}
