import { randomBytes } from 'node:crypto'
import { noticeSender } from '../notice-sender.ts'
import { sealResource, signedHeaders, type WalletKeys } from './wallet-keys.ts'
import type { WalletChaos, WalletForge } from './wallet-book.ts'

const HOUR_SECONDS = 3_600
const FOREIGN: Partial<Record<WalletForge, object>> = {
  mchid: { mchid: '1230000109' },
  appid: { appid: 'wx0000000000000000' },
}

/** Something that the wallet tells: money that came, or money that went back. */
export type WalletFact = {
  event: string
  kind: 'transaction' | 'refund'
  plain: object
}
export type WalletNotice = { id: string; body: string; headersAt: (now: Date) => Headers }
type Headers = Record<string, string>
type ForgeOptions = Pick<WalletChaos, 'notifyForge' | 'notifyWith'>

/** A notification, sealed and signed; with a forge exactly one thing about it is false. */
export function makeNotice(
  keys: WalletKeys,
  now: Date,
  { event, kind, plain }: WalletFact,
  { notifyForge: forge, notifyWith }: ForgeOptions = {},
): WalletNotice {
  const id = `EV-${randomBytes(12).toString('hex')}`
  const resource = sealResource(keys, kind, spoiled(plain, forge))
  if (forge === 'ciphertext') resource.ciphertext = flipped(resource.ciphertext)
  const body = JSON.stringify({
    id,
    create_time: now.toISOString(),
    resource_type: 'encrypt-resource',
    event_type: event,
    summary: kind === 'refund' ? '退款' : '支付成功',
    resource,
  })
  return {
    id,
    body: forge === 'truncated' ? body.slice(0, -40) : body,
    // Each attempt is signed anew, with its own time.
    headersAt(at) {
      const headers: Headers = signedHeaders(keys, at, body, {
        ...(forge === 'stale' && { timestamp: Math.floor(at.getTime() / 1000) - HOUR_SECONDS }),
        ...(forge === 'unknown-serial' && { serial: `PUB_KEY_ID_${'9'.repeat(32)}` }),
        byCertificate: notifyWith === 'certificate',
        spoil: forge === 'signature',
        probe: forge === 'probe',
      })
      if (forge === 'no-signature') delete headers['wechatpay-signature']
      return { 'content-type': 'application/json', ...headers }
    },
  }
}

function spoiled(plain: object, forge?: WalletForge): object {
  if (forge === 'amount' || forge === 'currency') {
    const { amount } = plain as { amount?: object }
    const change = forge === 'amount' ? { total: 1, payer_total: 1 } : { currency: 'JPY' }
    return { ...plain, amount: { ...amount, ...change } }
  }
  return { ...plain, ...(forge && FOREIGN[forge]) }
}

function flipped(base64: string): string {
  const bytes = Buffer.from(base64, 'base64')
  const last = bytes.length - 1
  bytes[last] = (bytes[last] ?? 0) ^ 1
  return bytes.toString('base64')
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** The provider's own schedule: fifteen attempts over a day. */
const RETRY_SCHEDULE_MS = [
  15 * SECOND,
  15 * SECOND,
  30 * SECOND,
  3 * MINUTE,
  10 * MINUTE,
  20 * MINUTE,
  30 * MINUTE,
  30 * MINUTE,
  30 * MINUTE,
  60 * MINUTE,
  3 * HOUR,
  3 * HOUR,
  3 * HOUR,
  6 * HOUR,
  6 * HOUR,
]
const ANSWER_LIMIT_MS = 5 * SECOND

type Dependencies = { keys: WalletKeys; now: () => Date; chaos: () => WalletChaos }
export type WalletNotifier = ReturnType<typeof walletNotifier>

/** Sends encrypted and signed callbacks, and sends them again until the merchant accepts them. */
export function walletNotifier({ keys, now, chaos }: Dependencies) {
  const { send, ...sender } = noticeSender({
    retryScheduleMs: RETRY_SCHEDULE_MS,
    answerLimitMs: ANSWER_LIMIT_MS,
    isAccepted: (status) => status === 200 || status === 204,
  })

  return {
    ...sender,
    notify(url: string, fact: WalletFact) {
      const wish = { ...chaos() }
      if (wish.notify === 'drop') return
      const { id, body, headersAt } = makeNotice(keys, now(), fact, wish)
      const request = () => ({ body, headers: headersAt(now()) })
      send({ url, id, event: fact.event, request }, wish)
    },
  }
}
