import { createPublicKey, generateKeyPair, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { makeCertificate } from './wallet-certificate.ts'

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
