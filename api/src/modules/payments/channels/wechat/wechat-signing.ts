import { randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

type Signer = { mchid: string; merchantSerial: string; key: KeyObject; now: () => Date }
type SignedRequest = { method: 'GET' | 'POST'; pathAndQuery: string; body: string }

/** The Authorization header over exactly the bytes that are sent, query included. */
export function authorization(signer: Signer, { method, pathAndQuery, body }: SignedRequest) {
  const timestamp = Math.floor(signer.now().getTime() / 1000)
  const nonce = randomBytes(16).toString('hex').toUpperCase()
  const message = `${method}\n${pathAndQuery}\n${timestamp}\n${nonce}\n${body}\n`
  const signature = sign('RSA-SHA256', Buffer.from(message), signer.key).toString('base64')
  const fields = {
    mchid: signer.mchid,
    nonce_str: nonce,
    timestamp,
    serial_no: signer.merchantSerial,
    signature,
  }
  const list = Object.entries(fields).map(([name, value]) => `${name}="${value}"`)
  return `WECHATPAY2-SHA256-RSA2048 ${list.join(',')}`
}
