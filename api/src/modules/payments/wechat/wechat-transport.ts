import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { WechatApiError, WechatUnknownOutcome } from './wechat-error.ts'
import { authorization } from './wechat-signing.ts'
import type { RawHeaders, WechatConfig } from './wechat-types.ts'
import { verifySignature } from './wechat-verification.ts'

const TIMEOUT_MS = 8_000

export type WechatTransport = {
  get: <T>(pathAndQuery: string) => Promise<T>
  post: <T>(path: string, body: object) => Promise<T>
  verify: (headers: RawHeaders, raw: Buffer) => void
}

/** Signed requests whose answers are believed only when WeChat signed them too. */
export function wechatTransport(config: WechatConfig, now: () => Date): WechatTransport {
  assertUsable(config)
  const key = createPrivateKey(config.merchantPrivateKey)
  const signer = { mchid: config.mchid, merchantSerial: config.merchantSerial, key, now }
  const keys: Record<string, KeyObject> = Object.fromEntries(
    Object.entries(config.platformKeys).map(([serial, pem]) => [serial, createPublicKey(pem)]),
  )
  const verify = (headers: RawHeaders, raw: Buffer) => verifySignature({ keys, now }, headers, raw)

  async function request<T>(method: 'GET' | 'POST', pathAndQuery: string, body = ''): Promise<T> {
    const { answer, raw } = await send(config, pathAndQuery, {
      method,
      ...(body && { body }),
      headers: {
        accept: 'application/json',
        'user-agent': 'design-awards/1.0',
        'wechatpay-serial': config.preferredSerial,
        authorization: authorization(signer, { method, pathAndQuery, body }),
        ...(body && { 'content-type': 'application/json' }),
      },
    })
    if (answer.status !== 200 && answer.status !== 204) throw apiError(answer, raw)
    try {
      verify(Object.fromEntries(answer.headers), raw)
      return (raw.length > 0 ? JSON.parse(raw.toString()) : {}) as T
    } catch (error) {
      throw new WechatUnknownOutcome(`untrusted answer to ${pathAndQuery}`, { cause: error })
    }
  }

  return {
    get: (pathAndQuery) => request('GET', pathAndQuery),
    post: (path, body) => request('POST', path, JSON.stringify(body)),
    verify,
  }
}

async function send(config: WechatConfig, pathAndQuery: string, init: RequestInit) {
  try {
    const answer = await fetch(config.baseUrl.replace(/\/$/, '') + pathAndQuery, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(config.timeoutMs ?? TIMEOUT_MS),
    })
    return { answer, raw: Buffer.from(await answer.arrayBuffer()) }
  } catch (error) {
    throw new WechatUnknownOutcome(`no answer to ${pathAndQuery}`, { cause: error })
  }
}

function apiError(answer: Response, raw: Buffer): WechatApiError {
  const requestId = answer.headers.get('request-id') ?? undefined
  try {
    const { code, message } = JSON.parse(raw.toString()) as { code?: string; message?: string }
    return new WechatApiError(answer.status, code ?? 'UNKNOWN', message ?? '', requestId)
  } catch {
    return new WechatApiError(answer.status, 'UNKNOWN', 'the answer is not JSON', requestId)
  }
}

/** The mistakes people make when they fill in the merchant's papers. */
function assertUsable(config: WechatConfig) {
  if (Buffer.byteLength(config.apiV3Key) !== 32) {
    throw new Error('The WeChat Pay APIv3 key must have exactly 32 bytes')
  }
  if (Object.hasOwn(config.platformKeys, config.merchantSerial)) {
    throw new Error('The platform keys hold the merchant certificate: use the one of WeChat Pay')
  }
  if (!Object.hasOwn(config.platformKeys, config.preferredSerial)) {
    throw new Error('The preferred WeChat Pay serial is not among the platform keys')
  }
  if (new URL(config.notifyUrl).search) {
    throw new Error('The WeChat Pay notification address must not have a query string')
  }
  if (config.flavour === 'global' && !config.mcc) {
    throw new Error('The cross-border contract asks for a merchant category code')
  }
}
