import type { WalletKeys } from './wallet-keys.ts'
import type { WalletBook, WalletChaos, WalletOrder, WalletRefund } from './wallet-book.ts'
import type { WalletNotifier } from './wallet-notifier.ts'

const STATE_TEXTS = {
  NOTPAY: '订单未支付',
  SUCCESS: '支付成功',
  CLOSED: '订单已关闭',
  REFUND: '转入退款',
}
const PAYER_CURRENCY = 'CNY'
/** Yuan for one euro, times 10⁸ as the provider writes rates. */
const RATE = 780_000_000
const RATE_UNIT = 100_000_000

/** Moment as the provider writes it: Beijing time with offset. */
const beijing = (at: number) => `${new Date(at + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`

/** What an amount is for a payer who thinks in yuan; nothing is converted at home. */
export const rateOf = (currency: string) => (currency === PAYER_CURRENCY ? RATE_UNIT : RATE)
export const inYuan = (minor: number, currency: string) =>
  Math.round((minor * rateOf(currency)) / RATE_UNIT)

const exchange = (isGlobal: boolean, currency: string) =>
  isGlobal && { exchange_rate: { type: 'SETTLEMENT_RATE', rate: rateOf(currency) } }

/** A transaction under both contracts: `transaction_id` at home, `id` across the border. */
export const transactionOf = (keys: WalletKeys, order: WalletOrder) => ({
  appid: keys.appid,
  mchid: keys.mchid,
  out_trade_no: order.out_trade_no,
  trade_type: 'NATIVE',
  trade_state: order.state,
  trade_state_desc: STATE_TEXTS[order.state],
  ...(order.transaction_id && {
    [order.is_global ? 'id' : 'transaction_id']: order.transaction_id,
    bank_type: 'OTHERS',
    success_time: beijing(order.paid_at ?? order.created_at),
    payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
  }),
  amount: {
    ...order.amount,
    ...(order.transaction_id && {
      payer_total: inYuan(order.amount.total, order.amount.currency),
      payer_currency: PAYER_CURRENCY,
      ...exchange(order.is_global, order.amount.currency),
    }),
  },
})

/** What is true of a refund from its first moment. */
const refundBasis = ({ is_global, refund_id, ...refund }: WalletRefund) => ({
  [is_global ? 'id' : 'refund_id']: refund_id,
  out_refund_no: refund.out_refund_no,
  transaction_id: refund.transaction_id,
  out_trade_no: refund.out_trade_no,
  amount: {
    ...refund.amount,
    payer_refund: inYuan(refund.amount.refund, refund.amount.currency),
    payer_currency: PAYER_CURRENCY,
    ...exchange(is_global, refund.amount.currency),
  },
})

/** The answer to a request for a refund; across the border it does not tell a state. */
export const refundAccepted = (refund: WalletRefund) => ({
  ...refundBasis(refund),
  create_time: beijing(refund.created_at),
  ...(!refund.is_global && { channel: 'ORIGINAL', status: refund.status }),
})

/** A refund as a query shows it; a closed one has another name across the border. */
export const refundOf = (refund: WalletRefund) => ({
  ...refundBasis(refund),
  create_time: beijing(refund.created_at),
  channel: 'ORIGINAL',
  status: refund.is_global && refund.status === 'CLOSED' ? 'REFUNDCLOSE' : refund.status,
  ...(refund.ended_at && { success_time: beijing(refund.ended_at) }),
})

/** What a callback tells of a refund that has come to its end. */
export const refundNotice = (keys: WalletKeys, refund: WalletRefund) => ({
  ...refundBasis(refund),
  mchid: keys.mchid,
  refund_status: refund.status,
  ...(refund.ended_at && { success_time: beijing(refund.ended_at) }),
})

export type Body = Record<string, unknown>
export type ApiRequest = { method: string; url: URL; body: Body }
/** JSON, or the text of a file; a file with `sha1` is signed by that. */
export type ApiAnswer = { status: number; body?: object; text?: string; sha1?: string }
/** What the provider's calls work with. */
export type Dependencies = {
  keys: WalletKeys
  book: WalletBook
  notifier: WalletNotifier
  now: () => Date
  chaos: () => WalletChaos
}

/** A refusal with the provider's code. */
export const refusal = (status: number, code: string, message: string): ApiAnswer => ({
  status,
  body: { code, message },
})
