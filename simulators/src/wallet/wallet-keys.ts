import {
  createCipheriv,
  createPublicKey,
  generateKeyPair,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const FILE = 'wallet-keys.json'
const generate = promisify(generateKeyPair)

type KeyPair = { privateKey: string; publicKey: string }
export type WalletKeys = {
  appid: string
  mchid: string
  mcc: string
  merchantSerial: string
  merchant: KeyPair
  /** The new mode: a public key with an identifier. */
  platformKeyId: string
  platform: KeyPair
  /** The old mode: a certificate with a serial number. */
  certificate: { serial: string; privateKey: string; pem: string; from: string }
  apiV3Key: string
}

/** The wallet's and the merchant's keys: made on the first start, the same ever after. */
export async function walletKeys(directory: string): Promise<WalletKeys> {
  const file = path.join(directory, FILE)
  const text = await readFile(file, 'utf8').catch(() => undefined)
  const kept = text === undefined ? {} : (JSON.parse(text) as Partial<WalletKeys>)
  if (kept.certificate) return kept as WalletKeys
  const keys = { ...(await newKeys()), ...kept }
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await writeFile(`${file}.new`, JSON.stringify(keys, null, 2), { mode: 0o600 })
  await rename(`${file}.new`, file)
  return keys
}

async function newKeys(): Promise<WalletKeys> {
  const [merchant, platform, certificate] = await Promise.all([
    newPair(),
    newPair(),
    newCertificate(),
  ])
  return {
    appid: `wx${randomBytes(8).toString('hex')}`,
    mchid: '1900009191',
    mcc: '8699',
    merchantSerial: newSerial(),
    merchant,
    platformKeyId: `PUB_KEY_ID_${digits(32)}`,
    platform,
    certificate,
    apiV3Key: randomBytes(16).toString('hex'),
  }
}

async function newCertificate() {
  const { privateKey, publicKey } = await newPair()
  const serial = newSerial()
  const from = new Date()
  const publicKeyDer = createPublicKey(publicKey).export({ type: 'spki', format: 'der' })
  const pem = makeCertificate({ serial, privateKey, publicKeyDer, from })
  return { serial, privateKey, pem, from: from.toISOString() }
}

const newPair = (): Promise<KeyPair> =>
  generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

/** Forty hexadecimal digits, a positive number as certificates ask for. */
const newSerial = () => `5${randomBytes(20).toString('hex').slice(1).toUpperCase()}`

const digits = (length: number) =>
  [...randomBytes(length)].map((byte) => String(byte % 10)).join('')

// Tags and fixed parts of a certificate in its encoding (ASN.1, DER).
const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const VERSION = 0xa0
const SHA256_WITH_RSA = Buffer.from('300d06092a864886f70d01010b0500', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const TENPAY = 'Tenpay.com Root CA (simulated)'
const YEARS_5 = 5 * 365 * 86_400_000

/** What a platform certificate says: its number in hexadecimal, its key, its first day. */
type CertificateRequest = { serial: string; privateKey: string; publicKeyDer: Buffer; from: Date }

/** A platform certificate as the old mode has it: X.509, good for five years, as PEM. */
function makeCertificate({ serial, privateKey, publicKeyDer, from }: CertificateRequest): string {
  const name = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from(TENPAY)))),
  )
  const until = new Date(from.getTime() + YEARS_5)
  const body = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from(serial, 'hex')),
    SHA256_WITH_RSA,
    name,
    der(SEQUENCE, utcTime(from), utcTime(until)),
    name,
    publicKeyDer,
  )
  const signature = sign('RSA-SHA256', body, privateKey)
  const whole = der(
    SEQUENCE,
    body,
    SHA256_WITH_RSA,
    der(BIT_STRING, Buffer.concat([Buffer.from([0]), signature])),
  )
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

const utcTime = (at: Date) =>
  der(UTC_TIME, Buffer.from(`${at.toISOString().slice(2, 19).replace(/\D/g, '')}Z`))

/** One element of the encoding: what it is, how long it is, what it holds. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  return Buffer.concat([Buffer.from([tag, ...sizeOf(length)]), content])
}

function sizeOf(length: number): number[] {
  if (length < 128) return [length]
  return length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}

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
