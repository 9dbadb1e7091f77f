import { createCipheriv, randomBytes, sign, verify } from 'node:crypto'
import type { WalletKeys } from './wallet-keys.ts'

const SCHEME = 'WECHATPAY2-SHA256-RSA2048 '
const MAXIMUM_SKEW_SECONDS = 300

type SignOptions = {
  timestamp?: number
  spoil?: boolean
  probe?: boolean
  /** The serial that is named. */
  serial?: string
  /** Signs with the certificate of the old mode. */
  byCertificate?: boolean
}

/** Headers by which the wallet proves that `body` is its own. */
export function signedHeaders(
  { platform, platformKeyId, certificate }: WalletKeys,
  now: Date,
  body: string,
  options: SignOptions = {},
) {
  const timestamp = String(options.timestamp ?? Math.floor(now.getTime() / 1000))
  const nonce = randomBytes(16).toString('hex')
  const message = `${timestamp}\n${nonce}\n${options.spoil ? `${body} ` : body}\n`
  const signer = options.byCertificate ? certificate : { ...platform, serial: platformKeyId }
  const signature = sign('RSA-SHA256', Buffer.from(message), signer.privateKey)
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-signature': `${options.probe ? 'WECHATPAY/SIGNTEST/' : ''}${signature.toString('base64')}`,
    'wechatpay-serial': options.serial ?? signer.serial,
    'wechatpay-signature-type': SCHEME.trim(),
    'request-id': randomBytes(8).toString('hex'),
  }
}

/** A secret text for the merchant: AES-256-GCM with the tag behind the ciphertext. */
export function seal(keys: WalletKeys, associatedData: string, plain: string) {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', keys.apiV3Key, nonce)
  cipher.setAAD(Buffer.from(associatedData))
  const sealed = [cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: Buffer.concat(sealed).toString('base64'),
    associated_data: associatedData,
    nonce,
  }
}

/** A resource as callbacks carry it. */
export const sealResource = (keys: WalletKeys, kind: 'transaction' | 'refund', plain: object) => ({
  original_type: kind,
  ...seal(keys, kind, JSON.stringify(plain)),
})

type Request = { method: string; url: string; authorization: string; body: string }

/** Why a merchant's request is refused, or undefined where its signature holds. */
export function merchantFault(keys: WalletKeys, now: Date, nonces: Set<string>, request: Request) {
  if (!request.authorization.startsWith(SCHEME)) return 'authorization scheme'
  const fields = new Map(
    [...request.authorization.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  const timestamp = fields.get('timestamp') ?? ''
  const nonce = fields.get('nonce_str') ?? ''
  if (fields.get('mchid') !== keys.mchid) return 'mchid'
  if (fields.get('serial_no') !== keys.merchantSerial) return 'serial_no'
  const skew = Math.abs(now.getTime() / 1000 - Number(timestamp))
  if (!(skew <= MAXIMUM_SKEW_SECONDS)) return 'timestamp'
  if (nonces.has(nonce)) return 'nonce_str was used before'
  const message = `${request.method}\n${request.url}\n${timestamp}\n${nonce}\n${request.body}\n`
  const signature = Buffer.from(fields.get('signature') ?? '', 'base64')
  if (!verify('RSA-SHA256', Buffer.from(message), keys.merchant.publicKey, signature)) {
    return 'signature'
  }
  nonces.add(nonce)
  return undefined
}
