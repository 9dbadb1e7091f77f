import { createHash, createPublicKey, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** A public key as browsers and libraries take it (RFC 8037). */
export type PublicKey = {
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
  kid: string
  alg: 'EdDSA'
  use: 'sig'
}

/** Signs what a certificate says. The key is known by its thumbprint (RFC 7638). */
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

/** The bytes that are signed: JSON with its members in this order. */
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
