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

/** Signed with an unknown key, perhaps a new certificate of WeChat's. */
export class WechatUnknownKey extends WechatSignatureError {
  readonly serial: string

  constructor(serial: string) {
    super('unknown Wechatpay-Serial')
    this.serial = serial
  }
}

/** Mainland contract (CNY only) or the cross-border contract of a merchant outside China (EUR). */
export type WechatFlavour = 'cn' | 'global'

/** Credentials and settings of API v3. */
export type WechatConfig = {
  flavour: WechatFlavour
  baseUrl: string
  appid: string
  mchid: string
  /** Merchant category code, required only by the cross-border contract. */
  mcc?: string
  merchantSerial: string
  merchantPrivateKey: string
  /** Exactly 32 bytes, set in the merchant console. */
  apiV3Key: string
  /** `PUB_KEY_ID_…` or certificate serial → PEM. During a key migration callbacks arrive under both. */
  platformKeys: Record<string, string>
  /** Sent as Wechatpay-Serial: WeChat signs its answers with this key. */
  preferredSerial: string
  notifyUrl: string
  timeoutMs?: number
}

type WechatTradeState =
  | 'SUCCESS'
  | 'REFUND'
  | 'NOTPAY'
  | 'CLOSED'
  | 'REVOKED'
  | 'USERPAYING'
  | 'PAYERROR'

export type WechatAmount = {
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
export type WechatRefundStatus = 'SUCCESS' | 'PROCESSING' | 'CLOSED' | 'REFUNDCLOSE' | 'ABNORMAL'

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
