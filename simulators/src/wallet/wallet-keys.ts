import { generateKeyPair, randomBytes } from 'node:crypto'
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
  platformKeyId: string
  platform: KeyPair
  apiV3Key: string
}

/** The wallet's and the merchant's keys: made on the first start, the same ever after. */
export async function walletKeys(directory: string): Promise<WalletKeys> {
  const file = path.join(directory, FILE)
  const kept = await readFile(file, 'utf8').catch(() => undefined)
  if (kept) return JSON.parse(kept) as WalletKeys
  const keys = await newKeys()
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await writeFile(`${file}.new`, JSON.stringify(keys, null, 2), { mode: 0o600 })
  await rename(`${file}.new`, file)
  return keys
}

async function newKeys(): Promise<WalletKeys> {
  const [merchant, platform] = await Promise.all([newPair(), newPair()])
  return {
    appid: `wx${randomBytes(8).toString('hex')}`,
    mchid: '1900009191',
    mcc: '8699',
    merchantSerial: randomBytes(20).toString('hex').toUpperCase(),
    merchant,
    platformKeyId: `PUB_KEY_ID_${digits(32)}`,
    platform,
    apiV3Key: randomBytes(16).toString('hex'),
  }
}

const newPair = (): Promise<KeyPair> =>
  generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

const digits = (length: number) =>
  [...randomBytes(length)].map((byte) => String(byte % 10)).join('')
