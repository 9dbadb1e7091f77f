import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

const BITS = 2_048
const PRIVATE = /-----BEGIN (RSA |ENCRYPTED )?PRIVATE KEY-----/

/** What is wrong with the merchant's private key, and what to give instead. */
export function privateKeyFault(pem: string): string | undefined {
  if (pem.includes('ENCRYPTED')) return 'asks for a password; give apiclient_key.pem as it came'
  if (!PRIVATE.test(pem)) {
    return 'is not a private key; give apiclient_key.pem, which begins with BEGIN PRIVATE KEY'
  }
  return faultOf(pem, createPrivateKey, 'download the merchant certificate again')
}

/** What is wrong with a key of the platform: a public key, or a certificate that holds one. */
export function publicKeyFault(pem: string): string | undefined {
  if (PRIVATE.test(pem)) return 'is a private key; give the public key of WeChat Pay, pub_key.pem'
  return faultOf(pem, createPublicKey, 'download pub_key.pem again from the merchant platform')
}

function faultOf(pem: string, read: (pem: string) => KeyObject, advice: string) {
  try {
    const key = read(pem)
    const bits = key.asymmetricKeyDetails?.modulusLength
    if (key.asymmetricKeyType !== 'rsa') return `is not an RSA key; ${advice}`
    return bits === BITS ? undefined : `has ${bits} bits and not ${BITS}; ${advice}`
  } catch {
    return `is not a PEM key; ${advice}`
  }
}

/** Whether a key of the platform is in truth the merchant's own. */
export function sharesKey(platformPem: string, merchantPem: string): boolean {
  try {
    return createPublicKey(platformPem).equals(createPublicKey(merchantPem))
  } catch {
    return false
  }
}
