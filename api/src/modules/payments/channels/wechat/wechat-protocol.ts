import {
  createDecipheriv,
  createPublicKey,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { z } from 'zod'
import type { Payment } from '../../payment-types.ts'
import type { RefundState } from '../provider.ts'
import type { WechatConfig } from './wechat-config.ts'

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
class WechatUnknownKey extends WechatSignatureError {
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

/** Tolerated clock skew of a message; WeChat tolerates the same. */
const MAXIMUM_SKEW_SECONDS = 300

/** Advice for an operator whose clock is off by this much. */
function clockAdvice(aheadSeconds: number): string {
  const seconds = Math.round(Math.abs(aheadSeconds))
  const side = aheadSeconds > 0 ? 'ahead of' : 'behind'
  return `the clock of this machine is ${seconds} s ${side} WeChat's, which allows ${MAXIMUM_SKEW_SECONDS}: let it follow a time server`
}

/** The advice if an answer's date shows too much skew; undefined otherwise. */
export function skewOf(answer: Response, now: Date): string | undefined {
  const date = Date.parse(answer.headers.get('date') ?? '')
  const ahead = (now.getTime() - date) / 1_000
  return Math.abs(ahead) > MAXIMUM_SKEW_SECONDS ? clockAdvice(ahead) : undefined
}

type Signer = { mchid: string; merchantSerial: string; key: KeyObject; now: () => Date }
type SignedRequest = { method: 'GET' | 'POST'; pathAndQuery: string; body: string }

/** The Authorization header over exactly the bytes that are sent, query included. */
export function authorization(signer: Signer, { method, pathAndQuery, body }: SignedRequest) {
  const timestamp = Math.floor(signer.now().getTime() / 1000)
  const nonce = randomBytes(16).toString('hex').toUpperCase()
  const message = `${method}\n${pathAndQuery}\n${timestamp}\n${nonce}\n${body}\n`
  const signature = sign('RSA-SHA256', Buffer.from(message), signer.key).toString('base64')
  const fields = {
    mchid: signer.mchid,
    nonce_str: nonce,
    timestamp,
    serial_no: signer.merchantSerial,
    signature,
  }
  const list = Object.entries(fields).map(([name, value]) => `${name}="${value}"`)
  return `WECHATPAY2-SHA256-RSA2048 ${list.join(',')}`
}

const TAG_BYTES = 16

export const EncryptedResource = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  ciphertext: z.string(),
  nonce: z.string().length(12),
  associated_data: z.string().optional(),
})
export type EncryptedResource = z.infer<typeof EncryptedResource>

/** Decrypts the resource of a callback (AES-256-GCM); throws if any bit was changed. */
export function decryptResource(apiV3Key: string, resource: EncryptedResource): string {
  const encrypted = Buffer.from(resource.ciphertext, 'base64')
  if (encrypted.length <= TAG_BYTES) throw new WechatSignatureError('ciphertext is too short')
  const decipher = createDecipheriv('aes-256-gcm', apiV3Key, resource.nonce, {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(resource.associated_data ?? ''))
  decipher.setAuthTag(encrypted.subarray(-TAG_BYTES))
  try {
    // final() checks the tag; without it a forged text passes.
    return Buffer.concat([
      decipher.update(encrypted.subarray(0, -TAG_BYTES)),
      decipher.final(),
    ]).toString()
  } catch {
    throw new WechatSignatureError('ciphertext was changed')
  }
}

/** WeChat sends wrong signatures on purpose to test the check; the real message follows. */
const PROBE = 'WECHATPAY/SIGNTEST/'

type Verifier = { keys: Record<string, KeyObject>; now: () => Date }

/** Throws unless WeChat signed exactly these bytes, recently, with a known key. */
function verifySignature({ keys, now }: Verifier, headers: RawHeaders, signed: Buffer) {
  const serial = header(headers, 'wechatpay-serial')
  const timestamp = header(headers, 'wechatpay-timestamp')
  const nonce = header(headers, 'wechatpay-nonce')
  const signature = header(headers, 'wechatpay-signature')

  if (signature.startsWith(PROBE)) throw new WechatSignatureError('signature probe')
  if (!/^\d{1,12}$/.test(timestamp)) throw new WechatSignatureError('timestamp is not a number')
  const ahead = now().getTime() / 1_000 - Number(timestamp)
  if (Math.abs(ahead) > MAXIMUM_SKEW_SECONDS) {
    throw new WechatSignatureError(`timestamp is too far away; ${clockAdvice(ahead)}`)
  }
  // Own keys only: a serial named `constructor` must not find anything.
  const key = Object.hasOwn(keys, serial) ? keys[serial] : undefined
  if (!key) throw new WechatUnknownKey(serial)

  const message = Buffer.concat([
    Buffer.from(`${timestamp}\n${nonce}\n`),
    signed,
    Buffer.from('\n'),
  ])
  if (!verify('RSA-SHA256', message, key, Buffer.from(signature, 'base64'))) {
    throw new WechatSignatureError('wrong signature')
  }
}

function header(headers: RawHeaders, name: string): string {
  const value = headers[name]
  const text = (Array.isArray(value) ? value[0] : value)?.trim()
  if (!text) throw new WechatSignatureError(`missing header ${name}`)
  return text
}

const CERTIFICATE_SERIAL = /^[0-9A-F]{40}$/i
/** Rate limit on fetching certificates: anybody can send an unknown serial. */
const REFETCH_MS = 600_000

const Certificates = z.object({
  data: z.array(z.object({ serial_no: z.string(), encrypt_certificate: EncryptedResource })),
})
type Fetch = (path: string) => Promise<{ headers: RawHeaders; raw: Buffer }>

/**
 * WeChat's trusted keys: those of the settings, and in certificate mode their successors, which WeChat
 * publishes encrypted with our API v3 key.
 */
export function wechatKeys(config: WechatConfig, now: () => Date, fetch: Fetch) {
  const keys: Record<string, KeyObject> = Object.fromEntries(
    Object.entries(config.platformKeys).map(([serial, pem]) => [serial, createPublicKey(pem)]),
  )
  const path = config.flavour === 'global' ? '/v3/global/certificates' : '/v3/certificates'
  let fetchedAt = -Infinity

  async function fetchCertificates() {
    fetchedAt = now().getTime()
    const { headers, raw } = await fetch(path)
    const { data } = Certificates.parse(JSON.parse(raw.toString()))
    const fetched = data.map(({ serial_no, encrypt_certificate }) => [
      serial_no,
      createPublicKey(decryptResource(config.apiV3Key, encrypt_certificate)),
    ])
    // The list may be signed by a certificate that is in it.
    const known = { ...Object.fromEntries(fetched), ...keys }
    verifySignature({ keys: known, now }, headers, raw)
    Object.assign(keys, known)
  }

  return {
    /** Throws unless WeChat signed `signed`; fetches new certificates for an unknown serial. */
    async verify(headers: RawHeaders, signed: Buffer): Promise<void> {
      try {
        verifySignature({ keys, now }, headers, signed)
      } catch (error) {
        const mayFetch = now().getTime() - fetchedAt >= REFETCH_MS
        if (!(error instanceof WechatUnknownKey) || !mayFetch) throw error
        if (!CERTIFICATE_SERIAL.test(error.serial)) throw error
        await fetchCertificates().catch(() => undefined)
        verifySignature({ keys, now }, headers, signed)
      }
    },
  }
}
