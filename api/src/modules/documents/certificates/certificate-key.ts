import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../../../lib/error-code.ts'

/** An Ed25519 private key in PEM; in the environment its lines may be written with `\n`. */
function certificateKeyOf(text: string): KeyObject {
  const key = createPrivateKey(text.replaceAll('\\n', '\n'))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('Not an Ed25519 key')
  return key
}

/** True for a key that certificates can be signed with. */
export function isCertificateKey(text: string): boolean {
  try {
    certificateKeyOf(text)
    return true
  } catch {
    return false
  }
}

/** The key from the environment, else one that is made once and kept for its owner only. */
export function certificateKey(given: string | undefined, dataDir: string): KeyObject {
  if (given) return certificateKeyOf(given)
  const file = join(dataDir, 'certificate-key.pem')
  mkdirSync(dataDir, { recursive: true })
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
  try {
    writeFileSync(file, pem, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
  return certificateKeyOf(readFileSync(file, 'utf8'))
}
