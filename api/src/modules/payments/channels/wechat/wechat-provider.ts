import type { Payment } from '../../payment-types.ts'
import type { Provider, RefundSeen, Seen } from '../provider.ts'
import type { WechatClient } from './wechat-client.ts'
import { WechatApiError } from './wechat-error.ts'
import { readStatement } from './wechat-statement.ts'
import type {
  WechatAmount,
  WechatRefund,
  WechatRefundStatus,
  WechatTransaction,
} from './wechat-types.ts'

/** The provider writes rates times this. */
const RATE_UNIT = 100_000_000
const OPEN_STATES = new Set(['NOTPAY', 'USERPAYING'])
const PAID_STATES = new Set(['SUCCESS', 'REFUND'])
const NO_FILE = 'NOSTATEMENTEXIST'
const CLOSED_CODES = new Set(['ORDERNOTEXIST', 'ORDERCLOSED'])

/** WeChat Pay Native behind the interface that the core knows. */
export const wechatProvider = (client: WechatClient): Provider => ({
  // A mainland contract settles in CNY alone.
  accepts: (currency) => client.flavour === 'global' || currency === 'CNY',

  async create(order, description) {
    const { amount_minor, currency } = order
    const wish = {
      outTradeNo: order.order_no,
      description,
      amount: { amount_minor, currency },
      expiresAt: order.expires_at,
    }
    return client.native(wish).catch((error: unknown) => {
      // Wrong papers are ours to repair; the order stays as it is and can be tried again.
      if (error instanceof WechatApiError && !error.retryable && error.status !== 401) {
        return { refused: error.code }
      }
      throw error
    })
  },

  query: (order) =>
    client.query(order.order_no).then(seen, (error: unknown): Seen => {
      if (error instanceof WechatApiError && error.code === 'ORDERNOTEXIST') {
        return { state: 'absent' }
      }
      throw error
    }),

  close: (order) =>
    client.close(order.order_no).then(
      () => 'closed' as const,
      (error: unknown) => {
        if (error instanceof WechatApiError && error.code === 'ORDERPAID') return 'paid' as const
        if (error instanceof WechatApiError && CLOSED_CODES.has(error.code))
          return 'closed' as const
        throw error
      },
    ),

  async refund(order, { out_refund_no, amount_minor, provider_txn }) {
    const wish = {
      outTradeNo: order.order_no,
      ...(provider_txn !== null && { transactionId: provider_txn }),
      outRefundNo: out_refund_no,
      refundMinor: amount_minor,
      totalMinor: order.amount_minor,
      currency: order.currency,
    }
    try {
      return refundSeen(await client.refund(wish))
    } catch (error) {
      if (error instanceof WechatApiError && !error.retryable && error.status !== 401)
        return 'failed'
      throw error
    }
  },

  statement: (day) =>
    client.statement(day).then(readStatement, (error: unknown) => {
      // A day on which nothing moved has no file.
      if (error instanceof WechatApiError && error.code === NO_FILE) return []
      throw error
    }),
})

function seen(transaction: WechatTransaction): Seen {
  if (OPEN_STATES.has(transaction.trade_state)) return { state: 'open' }
  const payment = PAID_STATES.has(transaction.trade_state) ? paymentOf(transaction) : undefined
  return payment ? { state: 'paid', payment } : { state: 'closed' }
}

/** The money of a transaction, or undefined where it does not name any. */
export function paymentOf(transaction: Partial<WechatTransaction>): Payment | undefined {
  const txn = transaction.transaction_id ?? transaction.id
  const { amount, success_time } = transaction
  if (!txn || !amount || !success_time) return undefined
  return {
    txn,
    amount_minor: amount.total,
    currency: amount.currency,
    paid_at: new Date(success_time),
    payer: payerOf(amount),
  }
}

/** What left the payer's account: across the border that is another currency. */
function payerOf({ payer_total, payer_currency, exchange_rate }: WechatAmount): Payment['payer'] {
  if (payer_total === undefined || !payer_currency) return undefined
  const rate = exchange_rate ? String(exchange_rate.rate / RATE_UNIT) : null
  return { amount_minor: payer_total, currency: payer_currency, rate }
}

const REFUND_STATES: Record<WechatRefundStatus, RefundSeen> = {
  PROCESSING: 'processing',
  SUCCESS: 'succeeded',
  CLOSED: 'failed',
  REFUNDCLOSE: 'failed',
  ABNORMAL: 'failed',
}

/** A refund's state in our words. */
export const refundSeen = (refund: WechatRefund): RefundSeen => REFUND_STATES[refund.status]
