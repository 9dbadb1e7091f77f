import { sql } from 'kysely'
import { payments } from '@awards/shared/contract'
import type { WalletFact, WalletNotice } from '@awards/simulators/wallet/wallet-notifier'
import type { WalletForge, WalletOrder } from '@awards/simulators/wallet/wallet-types'
import { paymentScene } from './payment-scene.ts'

/** Everything that is money, or follows from it. */
const TABLES = ['payment_orders', 'payment_order_history', 'ledger', 'refunds', 'invoices']

/** Notifications that a test writes itself, with the wallet's real keys, and carries to the site. */
export async function callbackScene() {
  const scene = await paymentScene()
  const { wallet, db, app, context } = scene
  let sequence = 0

  /** An entry with a code that waits to be paid; the wallet says nothing by itself. */
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

    /** What the wallet would tell of a payment, though nobody has paid; `change` makes it another. */
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

    /** What the wallet tells of a payment that was made. */
    paid(orderNo: string): WalletFact {
      const outcome = wallet.pay(orderNo)
      if (!outcome.ok) throw new Error(outcome.reason)
      return wallet.factOf(outcome.order)
    },

    async send(fact: WalletFact, forge?: WalletForge): Promise<number> {
      return this.carry(wallet.notice(fact, forge))
    },

    /** Brings a notification to the site; `target` is another process of it. */
    async carry({ body, headersAt }: WalletNotice, target = app): Promise<number> {
      const { statusCode } = await target.inject({
        method: 'POST',
        url: '/api/wxpay/notify',
        headers: headersAt(context.clock()),
        payload: body,
      })
      return statusCode
    },

    /** All rows of money and the fees of all entries, byte by byte. */
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
