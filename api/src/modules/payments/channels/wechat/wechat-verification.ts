import { verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { WechatSignatureError, WechatUnknownKey } from './wechat-error.ts'
import { clockAdvice, MAXIMUM_SKEW_SECONDS } from './wechat-clock.ts'
import type { RawHeaders } from './wechat-types.ts'

/** WeChat sends wrong signatures on purpose, to see whether we check; the real message follows. */
const PROBE = 'WECHATPAY/SIGNTEST/'

type Verifier = { keys: Record<string, KeyObject>; now: () => Date }

/** Throws unless `signed` is byte for byte what WeChat signed, recently, with a key we hold. */
export function verifySignature({ keys, now }: Verifier, headers: RawHeaders, signed: Buffer) {
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
