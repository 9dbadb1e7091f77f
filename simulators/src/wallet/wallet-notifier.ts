import { noticeSender } from '../notice-sender.ts'
import type { WalletKeys } from './wallet-keys.ts'
import { makeNotice } from './wallet-notice.ts'
import type { WalletFact } from './wallet-notice.ts'
import type { WalletChaos } from './wallet-types.ts'

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
