import { createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { EncryptedResource, openResource } from './wechat-cipher.ts'
import { WechatUnknownKey } from './wechat-error.ts'
import type { RawHeaders, WechatConfig } from './wechat-types.ts'
import { verifySignature } from './wechat-verification.ts'

const CERTIFICATE_SERIAL = /^[0-9A-F]{40}$/i
/** Anybody may name a serial: WeChat is asked for new certificates this often at most. */
const ASK_AGAIN_MS = 600_000

const Certificates = z.object({
  data: z.array(z.object({ serial_no: z.string(), encrypt_certificate: EncryptedResource })),
})
type Fetch = (path: string) => Promise<{ headers: RawHeaders; raw: Buffer }>

/**
 * The keys of WeChat that we trust: those of the settings, and in the old mode the certificates that
 * it has put in their place since, which are sealed with a key that only we two know.
 */
export function wechatKeys(config: WechatConfig, now: () => Date, fetch: Fetch) {
  const keys: Record<string, KeyObject> = Object.fromEntries(
    Object.entries(config.platformKeys).map(([serial, pem]) => [serial, createPublicKey(pem)]),
  )
  const path = config.flavour === 'global' ? '/v3/global/certificates' : '/v3/certificates'
  let askedAt = -Infinity

  async function learn() {
    askedAt = now().getTime()
    const { headers, raw } = await fetch(path)
    const { data } = Certificates.parse(JSON.parse(raw.toString()))
    const told = data.map(({ serial_no, encrypt_certificate }) => [
      serial_no,
      createPublicKey(openResource(config.apiV3Key, encrypt_certificate)),
    ])
    // The list may be signed by a certificate that is in it.
    const known = { ...Object.fromEntries(told), ...keys }
    verifySignature({ keys: known, now }, headers, raw)
    Object.assign(keys, known)
  }

  return {
    /** Throws unless WeChat signed `signed`; a certificate that is new to us is looked up once. */
    async verify(headers: RawHeaders, signed: Buffer): Promise<void> {
      try {
        verifySignature({ keys, now }, headers, signed)
      } catch (error) {
        const mayAsk = now().getTime() - askedAt >= ASK_AGAIN_MS
        if (!(error instanceof WechatUnknownKey) || !mayAsk) throw error
        if (!CERTIFICATE_SERIAL.test(error.serial)) throw error
        await learn().catch(() => undefined)
        verifySignature({ keys, now }, headers, signed)
      }
    },
  }
}
