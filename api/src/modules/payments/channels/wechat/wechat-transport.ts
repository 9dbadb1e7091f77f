import { createPrivateKey, hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../../../observability/log.ts'
import { skewOf, wechatKeys, authorization } from './wechat-signatures.ts'
import {
  WechatApiError,
  WechatSignatureError,
  WechatUnknownOutcome,
  type RawHeaders,
  type WechatConfig,
} from './wechat-types.ts'

const TIMEOUT_MS = 8_000
/** Backoff of retries when WeChat is busy: same content, new signature. */
const RETRY_PAUSES_MS = [150, 500]

type Method = 'GET' | 'POST'
type Exchange = { answer: Response; raw: Buffer }
export type WechatTransport = {
  get: <T>(pathAndQuery: string) => Promise<T>
  post: <T>(path: string, body: object) => Promise<T>
  /** Downloads a file; its hash is signed in its headers, or given by a signed answer. */
  file: (pathAndQuery: string, sha1?: string) => Promise<string>
  verify: (headers: RawHeaders, raw: Buffer) => Promise<void>
}

/** Sends signed requests, and verifies the signature of every answer. */
export function wechatTransport(
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
