import { randomBytes } from 'node:crypto'
import { sealResource, signedHeaders } from './wallet-crypto.ts'
import type { WalletKeys } from './wallet-keys.ts'
import type { WalletChaos, WalletDelivery } from './wallet-types.ts'

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
const DELIVERIES_KEPT = 200

type Dependencies = { keys: WalletKeys; now: () => Date; chaos: () => WalletChaos }
type Fact = { url: string; event: string; kind: 'transaction' | 'refund'; plain: object }
export type WalletNotifier = ReturnType<typeof walletNotifier>

/** Sends encrypted and signed callbacks, and sends them again until the merchant accepts them. */
export function walletNotifier({ keys, now, chaos }: Dependencies) {
  const timers = new Set<NodeJS.Timeout>()
  const deliveries: WalletDelivery[] = []

  const later = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms)
    timer.unref()
    timers.add(timer)
  }

  function notify({ url, event, kind, plain }: Fact) {
    const wish = { ...chaos() }
    if (wish.notify === 'drop') return
    const id = `EV-${randomBytes(12).toString('hex')}`
    const resource = sealResource(keys, kind, spoiled(plain, wish))
    if (wish.notifyForge === 'ciphertext') resource.ciphertext = flipped(resource.ciphertext)
    const body = JSON.stringify({
      id,
      create_time: now().toISOString(),
      resource_type: 'encrypt-resource',
      event_type: event,
      summary: kind === 'refund' ? '退款成功' : '支付成功',
      resource,
    })
    const schedule = wish.retryScheduleMs ?? RETRY_SCHEDULE_MS

    async function attempt(number: number) {
      const status = await post(url, body, forgedHeaders(keys, now(), body, wish))
      deliveries.unshift({ id, event, attempt: number, status })
      deliveries.length = Math.min(deliveries.length, DELIVERIES_KEPT)
      const pause = schedule[number - 1]
      if (status !== 200 && status !== 204 && pause !== undefined) {
        later(pause, () => void attempt(number + 1))
      }
    }

    for (let copy = 0; copy < (wish.notifyCopies ?? 1); copy += 1) {
      later(wish.notifyDelayMs ?? 0, () => void attempt(1))
    }
  }

  return {
    notify,
    later,
    deliveries: () => [...deliveries],
    stop() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

async function post(url: string, body: string, headers: Record<string, string>) {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    })
    await answer.arrayBuffer()
    return answer.status
  } catch (error) {
    return error instanceof Error ? error.name : 'failed'
  }
}

function forgedHeaders(keys: WalletKeys, now: Date, body: string, { notifyForge }: WalletChaos) {
  return signedHeaders(keys, now, body, {
    ...(notifyForge === 'stale' && { timestamp: Math.floor(now.getTime() / 1000) - 3_600 }),
    ...(notifyForge === 'unknown-serial' && { serial: `PUB_KEY_ID_${'9'.repeat(32)}` }),
    spoil: notifyForge === 'signature',
    probe: notifyForge === 'probe',
  })
}

function spoiled(plain: object, { notifyForge }: WalletChaos): object {
  if (notifyForge === 'mchid') return { ...plain, mchid: '1230000109' }
  if (notifyForge === 'amount' && 'amount' in plain) {
    return { ...plain, amount: { ...Object(plain.amount), total: 1, payer_total: 1 } }
  }
  return plain
}

function flipped(base64: string): string {
  const bytes = Buffer.from(base64, 'base64')
  bytes[3] = (bytes[3] ?? 0) ^ 1
  return bytes.toString('base64')
}
