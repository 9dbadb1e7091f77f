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

  /** WeChat itself had a fault, or more questions than it takes: the next attempt may do. */
  get isBusy(): boolean {
    return this.status >= 500 || this.status === 429
  }
}

/** The request or its answer was lost or cannot be trusted: what happened at WeChat is not known. */
export class WechatUnknownOutcome extends Error {}

/** Something that claims to come from WeChat but does not prove it. */
export class WechatSignatureError extends Error {}

/** Signed with a key that we do not hold; a certificate may be a new one of WeChat's. */
export class WechatUnknownKey extends WechatSignatureError {
  readonly serial: string

  constructor(serial: string) {
    super('unknown Wechatpay-Serial')
    this.serial = serial
  }
}
