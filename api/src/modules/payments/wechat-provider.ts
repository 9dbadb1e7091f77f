import type { Payment } from './payment-types.ts'
import type { Provider, RefundSeen, Seen } from './provider.ts'
import type { WechatClient } from './wechat/wechat-client.ts'
import { WechatApiError } from './wechat/wechat-error.ts'
import type { WechatRefund, WechatTransaction } from './wechat/wechat-types.ts'

const OPEN_STATES = new Set(['NOTPAY', 'USERPAYING'])
const PAID_STATES = new Set(['SUCCESS', 'REFUND'])
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

  async refund(order, { out_refund_no, amount_minor }) {
    const wish = {
      outTradeNo: order.order_no,
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
})

function seen(transaction: WechatTransaction): Seen {
  if (OPEN_STATES.has(transaction.trade_state)) return { state: 'open' }
  const payment = PAID_STATES.has(transaction.trade_state) ? paymentOf(transaction) : undefined
  return payment ? { state: 'paid', payment } : { state: 'closed' }
}

/** The money of a transaction, or undefined where it does not name any. */
export function paymentOf(transaction: WechatTransaction): Payment | undefined {
  const txn = transaction.transaction_id ?? transaction.id
  const { amount, success_time } = transaction
  if (!txn || !amount || !success_time) return undefined
  return {
    txn,
    amount_minor: amount.total,
    currency: amount.currency,
    paid_at: new Date(success_time),
  }
}

const REFUND_STATES: Record<WechatRefund['status'], RefundSeen> = {
  PROCESSING: 'processing',
  SUCCESS: 'succeeded',
  CLOSED: 'failed',
  ABNORMAL: 'failed',
}
const refundSeen = (refund: WechatRefund): RefundSeen => REFUND_STATES[refund.status]
