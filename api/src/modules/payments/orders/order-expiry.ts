import type { Channel } from '@awards/shared/domain'
import { expiryOf } from './checkout-orders.ts'

/**
 * Until when an entry fee can be paid. A transfer has to be there before judging begins, since what is
 * not paid is not judged (domain page §2.8 e, g); one that comes later is the chair's to decide.
 */
export function orderExpiry(channel: Channel, now: Date, judgingStartsAt: Date | null): Date {
  const usual = expiryOf(channel, now)
  const isCut =
    channel === 'bank_transfer' &&
    judgingStartsAt !== null &&
    judgingStartsAt > now &&
    judgingStartsAt < usual
  return isCut ? judgingStartsAt : usual
}
