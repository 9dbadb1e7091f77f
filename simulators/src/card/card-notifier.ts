import { createHmac } from 'node:crypto'
import { API_VERSION } from './card-types.ts'
import type { CardChaos, CardDelivery } from './card-types.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Three days of attempts, further and further apart. */
const RETRY_SCHEDULE_MS = [
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  12 * HOUR,
  12 * HOUR,
  12 * HOUR,
  12 * HOUR,
]
const ANSWER_LIMIT_MS = 10 * SECOND
const DELIVERIES_KEPT = 200
const HOUR_SECONDS = 3_600

type Dependencies = {
  url: string
  secret: string
  newId: (prefix: string) => string
  seconds: () => number
  chaos: () => CardChaos
}
export type CardNotifier = ReturnType<typeof cardNotifier>

/** Signs events as the provider does, and sends them again until the merchant accepts them. */
export function cardNotifier({ url, secret, newId, seconds, chaos }: Dependencies) {
  const timers = new Set<NodeJS.Timeout>()
  const deliveries: CardDelivery[] = []

  const later = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms)
    timer.unref()
    timers.add(timer)
  }

  function notify(type: string, object: Record<string, unknown>) {
    const wish = { ...chaos() }
    if (wish.notify === 'drop') return
    const id = newId('evt')
    const body = JSON.stringify({
      id,
      object: 'event',
      api_version: API_VERSION,
      created: seconds(),
      type,
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      data: { object: wish.notifyForge === 'amount' ? { ...object, amount_total: 1 } : object },
    })
    const schedule = wish.retryScheduleMs ?? RETRY_SCHEDULE_MS

    async function attempt(number: number) {
      const status = await post(url, body, signature(secret, body, momentOf(seconds(), wish), wish))
      deliveries.unshift({ id, event: type, attempt: number, status })
      deliveries.length = Math.min(deliveries.length, DELIVERIES_KEPT)
      const pause = schedule[number - 1]
      const isAccepted = typeof status === 'number' && status >= 200 && status < 300
      if (!isAccepted && pause !== undefined) later(pause, () => void attempt(number + 1))
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

/** The value of the `stripe-signature` header. */
export function signature(
  secret: string,
  body: string,
  moment: number,
  { notifyForge }: CardChaos = {},
) {
  const spoil = notifyForge === 'signature' ? ' ' : ''
  const proof = createHmac('sha256', secret).update(`${moment}.${body}${spoil}`).digest('hex')
  return `t=${moment},v1=${proof}`
}

function momentOf(now: number, { notifyForge }: CardChaos) {
  if (notifyForge === 'stale') return now - HOUR_SECONDS
  return notifyForge === 'future' ? now + HOUR_SECONDS : now
}

async function post(url: string, body: string, proof: string) {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': proof },
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    })
    await answer.arrayBuffer()
    return answer.status
  } catch (error) {
    return error instanceof Error ? error.name : 'failed'
  }
}
