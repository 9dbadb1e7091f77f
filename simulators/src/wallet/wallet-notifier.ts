import type { WalletKeys } from './wallet-keys.ts'
import { makeNotice } from './wallet-notice.ts'
import type { WalletFact, WalletNotice } from './wallet-notice.ts'
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

  function notify(url: string, fact: WalletFact) {
    const wish = { ...chaos() }
    if (wish.notify === 'drop') return
    const notice = makeNotice(keys, now(), fact, wish)
    const schedule = wish.retryScheduleMs ?? RETRY_SCHEDULE_MS

    async function attempt(number: number) {
      const status = await post(url, notice, now())
      deliveries.unshift({ id: notice.id, event: fact.event, attempt: number, status })
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

async function post(url: string, { body, headersAt }: WalletNotice, now: Date) {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: headersAt(now),
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    })
    await answer.arrayBuffer()
    return answer.status
  } catch (error) {
    return error instanceof Error ? error.name : 'failed'
  }
}
