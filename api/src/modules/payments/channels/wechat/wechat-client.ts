import { createPrivateKey, hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { Log } from '../../../../observability/log.ts'
import type { WechatConfig } from './wechat-config.ts'
import {
  WechatApiError,
  WechatSignatureError,
  WechatUnknownOutcome,
  WechatUnreadable,
  type RawHeaders,
  type WechatNotification,
  type WechatRefund,
  type WechatTransaction,
  authorization,
  decryptResource,
  EncryptedResource,
  skewOf,
  wechatKeys,
} from './wechat-protocol.ts'

const OUT_TRADE_NO = /^[0-9A-Za-z_\-|*]{6,32}$/
const DESCRIPTION_LIMIT = 127

const Callback = z.object({ id: z.string(), event_type: z.string(), resource: EncryptedResource })

export type NativeOrder = {
  outTradeNo: string
  description: string
  amount: { amount_minor: number; currency: string }
  expiresAt: Date
}
export type WechatRefundRequest = {
  outTradeNo: string
  /** The payment to refund, if the order has more than one. */
  transactionId?: string
  outRefundNo: string
  refundMinor: number
  totalMinor: number
  currency: string
}
export type WechatClient = ReturnType<typeof createWechatClient>

/** WeChat Pay API v3, Native orders, under the mainland or the cross-border contract. */
export function createWechatClient(config: WechatConfig, now: () => Date, log?: Pick<Log, 'warn'>) {
  const { get, post, file, verify } = wechatTransport(config, now, log)
  const { appid, mchid } = config
  const isGlobal = config.flavour === 'global'
  const root = isGlobal ? '/v3/global/transactions' : '/v3/pay/transactions'
  const byNumber = (outTradeNo: string) => `${root}/out-trade-no/${encodeURIComponent(outTradeNo)}`

  const queryRefund = (outRefundNo: string) => {
    const number = encodeURIComponent(outRefundNo)
    return get<WechatRefund>(
      isGlobal
        ? `/v3/global/refunds/out-refund-no/${number}?mchid=${encodeURIComponent(mchid)}`
        : `/v3/refund/domestic/refunds/${number}`,
    )
  }

  return {
    flavour: config.flavour,
    appid,
    mchid,
    queryRefund,

    /** Idempotent: the same number with the same content returns the QR code again. */
    native({ outTradeNo, description, amount, expiresAt }: NativeOrder) {
      if (!OUT_TRADE_NO.test(outTradeNo)) throw new Error(`${outTradeNo} is not an order number`)
      assertAmount(amount.amount_minor)
      return post<{ code_url: string }>(`${root}/native`, {
        appid,
        mchid,
        description: [...description].slice(0, DESCRIPTION_LIMIT).join(''),
        out_trade_no: outTradeNo,
        time_expire: expiresAt.toISOString().replace(/\.\d{3}Z$/, '+00:00'),
        notify_url: config.notifyUrl,
        amount: { total: amount.amount_minor, currency: amount.currency },
        ...(isGlobal && { trade_type: 'NATIVE', merchant_category_code: config.mcc }),
      })
    },

    query: (outTradeNo: string) =>
      get<WechatTransaction>(`${byNumber(outTradeNo)}?mchid=${encodeURIComponent(mchid)}`),

    close: (outTradeNo: string) => post<object>(`${byNumber(outTradeNo)}/close`, { mchid }),

    /**
     * Idempotent by the refund number. The cross-border contract needs a query for the status; whatever that query
     * answers, the refund is accepted, so that an error of it is an unknown outcome and never a refusal.
     */
    async refund(request: WechatRefundRequest): Promise<WechatRefund> {
      assertAmount(request.refundMinor)
      const payment = request.transactionId
        ? { transaction_id: request.transactionId }
        : { out_trade_no: request.outTradeNo }
      const path = isGlobal ? '/v3/global/refunds' : '/v3/refund/domestic/refunds'
      const accepted = await post<WechatRefund>(path, {
        ...(isGlobal && { appid, mchid }),
        ...payment,
        out_refund_no: request.outRefundNo,
        notify_url: config.notifyUrl,
        amount: {
          refund: request.refundMinor,
          total: request.totalMinor,
          currency: request.currency,
        },
      })
      if (!isGlobal) return accepted
      return queryRefund(request.outRefundNo).catch((cause: unknown) => {
        throw new WechatUnknownOutcome(`no status of ${request.outRefundNo} yet`, { cause })
      })
    },

    /** The statement of a past day in China, as text. */
    async statement(day: string): Promise<string> {
      if (isGlobal) {
        const query = new URLSearchParams({ date: day.replaceAll('-', ''), mchid })
        return file(`/v3/global/statements?${query}`)
      }
      const ticket = await get<{ hash_value: string; download_url: string }>(
        `/v3/bill/tradebill?${new URLSearchParams({ bill_date: day, bill_type: 'ALL' })}`,
      )
      // Uses only the path, so that signed requests go to the configured host alone.
      const { pathname, search } = new URL(ticket.download_url)
      return file(pathname + search, ticket.hash_value)
    },

    /** Verifies, then decrypts, then parses, in this order. Throws WechatSignatureError or WechatUnreadable. */
    async readNotification(headers: RawHeaders, raw: Buffer): Promise<WechatNotification> {
      await verify(headers, raw)
      const callback = Callback.safeParse(parseJson(raw.toString()))
      if (!callback.success) throw new WechatUnreadable('this is not a notification')
      const { id, event_type, resource } = callback.data
      return { id, event_type, resource: parseJson(decryptResource(config.apiV3Key, resource)) }
    },
  }
}

function assertAmount(minor: number) {
  if (!Number.isSafeInteger(minor) || minor <= 0) {
    throw new Error('An amount is a positive whole number of the smallest unit')
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new WechatUnreadable('this is not JSON')
  }
}

const TIMEOUT_MS = 8_000
/** Backoff of retries when WeChat is busy: same content, new signature. */
const RETRY_PAUSES_MS = [150, 500]

type Method = 'GET' | 'POST'
type Exchange = { answer: Response; raw: Buffer }
type WechatTransport = {
  get: <T>(pathAndQuery: string) => Promise<T>
  post: <T>(path: string, body: object) => Promise<T>
  /** Downloads a file; its hash is signed in its headers, or given by a signed answer. */
  file: (pathAndQuery: string, sha1?: string) => Promise<string>
  verify: (headers: RawHeaders, raw: Buffer) => Promise<void>
}

/** Sends signed requests, and verifies the signature of every answer. */
function wechatTransport(
  config: WechatConfig,
  now: () => Date,
  log?: Pick<Log, 'warn'>,
): WechatTransport {
  const key = createPrivateKey(config.merchantPrivateKey)
  const signer = { mchid: config.mchid, merchantSerial: config.merchantSerial, key, now }
  const keys = wechatKeys(config, now, (path) =>
    exchange('GET', path).then(({ answer, raw }) => ({
      headers: Object.fromEntries(answer.headers),
      raw,
    })),
  )

  async function send(method: Method, pathAndQuery: string, body: string): Promise<Exchange> {
    try {
      const answer = await fetch(config.baseUrl.replace(/\/$/, '') + pathAndQuery, {
        method,
        ...(body && { body }),
        headers: {
          accept: 'application/json',
          'user-agent': 'design-awards/1.0',
          'wechatpay-serial': config.preferredSerial,
          authorization: authorization(signer, { method, pathAndQuery, body }),
          ...(body && { 'content-type': 'application/json' }),
        },
        redirect: 'error',
        signal: AbortSignal.timeout(config.timeoutMs ?? TIMEOUT_MS),
      })
      return { answer, raw: Buffer.from(await answer.arrayBuffer()) }
    } catch (error) {
      log?.warn('wechat.no_answer', { path: pathAndQuery, error })
      throw new WechatUnknownOutcome(`no answer to ${pathAndQuery}`, { cause: error })
    }
  }

  /** A successful answer whose signature is not verified yet; retries while WeChat is busy. */
  async function exchange(method: Method, pathAndQuery: string, body = ''): Promise<Exchange> {
    for (const pause of [...RETRY_PAUSES_MS, undefined]) {
      const { answer, raw } = await send(method, pathAndQuery, body)
      if (answer.status === 200 || answer.status === 204) return { answer, raw }
      const error = apiError(answer, raw, now())
      if (pause === undefined || !error.isBusy) {
        log?.warn('wechat.refused', { path: pathAndQuery, error, request_id: error.requestId })
        throw error
      }
      await delay(pause)
    }
    throw new Error('unreachable')
  }

  async function trust<T>(pathAndQuery: string, verifyAnswer: () => Promise<T>): Promise<T> {
    try {
      return await verifyAnswer()
    } catch (error) {
      log?.warn('wechat.untrusted_answer', { path: pathAndQuery, error })
      throw new WechatUnknownOutcome(`untrusted answer to ${pathAndQuery}`, { cause: error })
    }
  }

  async function request<T>(method: Method, pathAndQuery: string, body?: string): Promise<T> {
    const { answer, raw } = await exchange(method, pathAndQuery, body)
    return trust(pathAndQuery, async () => {
      await keys.verify(Object.fromEntries(answer.headers), raw)
      return (raw.length > 0 ? JSON.parse(raw.toString()) : {}) as T
    })
  }

  return {
    get: (pathAndQuery) => request('GET', pathAndQuery),
    post: (path, body) => request('POST', path, JSON.stringify(body)),
    async file(pathAndQuery, sha1) {
      const { answer, raw } = await exchange('GET', pathAndQuery)
      return trust(pathAndQuery, async () => {
        const expected = sha1 ?? answer.headers.get('wechatpay-statement-sha1') ?? ''
        if (sha1 === undefined) {
          const signed = Buffer.from(JSON.stringify({ sha1: expected }))
          await keys.verify(Object.fromEntries(answer.headers), signed)
        }
        if (hash('sha1', raw) !== expected.toLowerCase()) {
          throw new WechatSignatureError('the file is not the one that was announced')
        }
        return raw.toString()
      })
    },
    verify: keys.verify,
  }
}

function apiError(answer: Response, raw: Buffer, now: Date): WechatApiError {
  const requestId = answer.headers.get('request-id') ?? undefined
  const advice = answer.status === 401 ? skewOf(answer, now) : undefined
  try {
    const { code, message } = JSON.parse(raw.toString()) as { code?: string; message?: string }
    const text = [message, advice].filter(Boolean).join('; ')
    return new WechatApiError(answer.status, code ?? 'UNKNOWN', text, requestId)
  } catch {
    return new WechatApiError(answer.status, 'UNKNOWN', 'the answer is not JSON', requestId)
  }
}
