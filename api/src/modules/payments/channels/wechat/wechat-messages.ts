import type { Payment } from '../../payment-types.ts'
import type { RefundState } from '../provider.ts'

/** Statuses after which the same request may be repeated. */
const RETRYABLE = new Set([202, 429])

/** WeChat answered with an error. Error answers are not reliably signed: never read money from them. */
export class WechatApiError extends Error {
  readonly status: number
  /** The documentation spells codes with and without underscores: compare this one. */
  readonly code: string
  readonly requestId: string | undefined

  constructor(status: number, code: string, message: string, requestId?: string) {
    super(`${status} ${code}: ${message}`)
    this.status = status
    this.code = code.replaceAll('_', '')
    this.requestId = requestId
  }

  get retryable(): boolean {
    return this.isBusy || RETRYABLE.has(this.status)
  }

  /** Server error or rate limit: a retry may succeed. */
  get isBusy(): boolean {
    return this.status >= 500 || this.status === 429
  }
}

/** The request or its answer was lost or cannot be trusted: the outcome is unknown. */
export class WechatUnknownOutcome extends Error {}

/** A message whose signature does not prove that it is WeChat's. */
export class WechatSignatureError extends Error {}

/** Signed by WeChat, but no notification that this code can read. */
export class WechatUnreadable extends Error {}

/** Signed with an unknown key, perhaps a new certificate of WeChat's. */
export class WechatUnknownKey extends WechatSignatureError {
  readonly serial: string

  constructor(serial: string) {
    super('unknown Wechatpay-Serial')
    this.serial = serial
  }
}

type WechatTradeState =
  | 'SUCCESS'
  | 'REFUND'
  | 'NOTPAY'
  | 'CLOSED'
  | 'REVOKED'
  | 'USERPAYING'
  | 'PAYERROR'

type WechatAmount = {
  total: number
  currency: string
  payer_total?: number
  payer_currency?: string
  /** Times 10⁸. */
  exchange_rate?: { type: string; rate: number }
}

export type WechatTransaction = {
  appid: string
  mchid: string
  out_trade_no: string
  transaction_id?: string
  /** The transaction's number under the cross-border contract. */
  id?: string
  trade_state: WechatTradeState
  success_time?: string
  amount?: WechatAmount
}

/** `REFUNDCLOSE` is what the cross-border contract calls `CLOSED`. */
type WechatRefundStatus = 'SUCCESS' | 'PROCESSING' | 'CLOSED' | 'REFUNDCLOSE' | 'ABNORMAL'

export type WechatRefund = {
  out_refund_no: string
  out_trade_no: string
  refund_id?: string
  /** The refund's number under the cross-border contract. */
  id?: string
  status: WechatRefundStatus
  amount: { refund: number; total: number; currency: string }
}

export type WechatNotification = {
  id: string
  event_type: string
  /** The decrypted resource; a transaction for `TRANSACTION.*`, a refund for `REFUND.*`. */
  resource: unknown
}

export type RawHeaders = Record<string, string | string[] | undefined>

/** Exchange rates are integers in units of 10⁻⁸. */
const RATE_UNIT = 100_000_000

/** The payment of a transaction; undefined if it has none. */
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

/** The charge in the payer's currency, which differs under the cross-border contract. */
function payerOf({ payer_total, payer_currency, exchange_rate }: WechatAmount): Payment['payer'] {
  if (payer_total === undefined || !payer_currency) return undefined
  const rate = exchange_rate ? String(exchange_rate.rate / RATE_UNIT) : null
  return { amount_minor: payer_total, currency: payer_currency, rate }
}

const REFUND_STATES: Record<WechatRefundStatus, RefundState> = {
  PROCESSING: 'processing',
  SUCCESS: 'succeeded',
  CLOSED: 'failed',
  REFUNDCLOSE: 'failed',
  ABNORMAL: 'failed',
}

/** Maps WeChat's status to a refund state. */
export const refundStateOf = (refund: WechatRefund): RefundState => REFUND_STATES[refund.status]
