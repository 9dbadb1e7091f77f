import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { ApiAnswer } from './wallet-api.ts'
import { signedHeaders } from './wallet-crypto.ts'
import type { WalletKeys } from './wallet-keys.ts'

type Signing = { spoil: boolean; probe: boolean; byCertificate: boolean }

/** Only successful answers are signed, as at the provider; of a file, its hash; of a download, nothing. */
export function sendAnswer(
  response: ServerResponse,
  { keys, now }: { keys: WalletKeys; now: Date },
  { status, body, text, sha1 }: ApiAnswer,
  signing: Signing,
) {
  const content = text ?? (body === undefined ? '' : JSON.stringify(body))
  const signed = sha1 === undefined ? content : JSON.stringify({ sha1 })
  const isSigned = status < 300 && (text === undefined || sha1 !== undefined)
  const proof: Record<string, string> = isSigned
    ? signedHeaders(keys, now, signed, signing)
    : { 'request-id': randomBytes(8).toString('hex') }
  response.writeHead(status, {
    date: now.toUTCString(),
    ...(content && { 'content-type': text === undefined ? 'application/json' : 'text/plain' }),
    ...(sha1 && { 'wechatpay-statement-sha1': sha1 }),
    ...proof,
  })
  return response.end(content)
}
