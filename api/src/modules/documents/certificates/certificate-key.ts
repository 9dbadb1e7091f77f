import {
  createPrivateKey,
  generateKeyPairSync,
  createHash,
  createPublicKey,
  sign,
  type KeyObject,
} from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeOnce } from '../../../lib/write-once.ts'

/** An Ed25519 private key in PEM; in the environment its lines may be written with `\n`. */
function certificateKeyOf(text: string): KeyObject {
  const key = createPrivateKey(text.replaceAll('\\n', '\n'))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('Not an Ed25519 key')
  return key
}

/** True for a valid signing key. */
export function isCertificateKey(text: string): boolean {
  try {
    certificateKeyOf(text)
    return true
  } catch {
    return false
  }
}

/** The key from the environment, or one generated once and stored with mode 600. */
export function certificateKey(given: string | undefined, dataDir: string): KeyObject {
  if (given) return certificateKeyOf(given)
  const file = join(dataDir, 'certificate-key.pem')
  mkdirSync(dataDir, { recursive: true })
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
  writeOnce(file, String(pem))
  return certificateKeyOf(readFileSync(file, 'utf8'))
}

/** A public key as a JWK (RFC 8037). */
export type PublicKey = {
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
  kid: string
  alg: 'EdDSA'
  use: 'sig'
}

/** Signs the payload of certificates. The key id is the JWK thumbprint (RFC 7638). */
export function certificateSigner(key: KeyObject) {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  const members = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x })
  const kid = createHash('sha256').update(members).digest('base64url')
  const publicKey: PublicKey = { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' }
  return {
    publicKey,
    sign: (payload: string): string => sign(null, Buffer.from(payload), key).toString('base64url'),
  }
}

type Signed = {
  number: string
  holder: string
  title: string
  award: string
  edition: string
  issued_at: Date
}

/** The signed bytes: JSON with its members in this order. */
export const payloadOf = (issuer: string, certificate: Signed): string => {
  const { number, holder, title, award, edition, issued_at } = certificate
  return JSON.stringify({
    version: 1,
    issuer,
    number,
    holder,
    title,
    award,
    edition,
    issued_at: issued_at.toISOString(),
  })
}
