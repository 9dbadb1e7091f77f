import { createHmac } from 'node:crypto'
import { noticeSender } from '../notice-sender.ts'
import { API_VERSION, type CardChaos } from './card-book.ts'

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
  const { send, ...sender } = noticeSender({
    retryScheduleMs: RETRY_SCHEDULE_MS,
    answerLimitMs: ANSWER_LIMIT_MS,
    isAccepted: (status) => status >= 200 && status < 300,
  })

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
    const request = () => ({
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature(secret, body, momentOf(seconds(), wish), wish),
      },
    })
    send({ url, id, event: type, request }, wish)
  }

  return { ...sender, notify }
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
