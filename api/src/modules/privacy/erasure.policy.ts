import { BusinessError } from '../../http/business-error.ts'

const DOMAIN = 'erased.invalid'

/** The address of an account that was erased; no mail can go there. */
export const erasedAddress = (userId: string): string => `erased-${userId}@${DOMAIN}`

/** True for an address behind which nobody is any more. */
export const isErasedAddress = (address: string): boolean => address.endsWith(`@${DOMAIN}`)

/** What stands between a person and the end of the account. */
export type Obstacles = {
  /** Numbers of entries with a payment that may still come in, or of another amount than asked. */
  open_payments: string[]
  /** Numbers of paid entries that the jury is working on. */
  in_judging: string[]
  /** Entries that wait for the review of this juror. */
  reviews: number
  /** True for the only person who can lead the jury. */
  is_last_chair: boolean
}

/** The first reason why an account cannot be erased now, each with what to do about it. */
export function obstacleTo(found: Obstacles): BusinessError | null {
  if (found.open_payments.length > 0) {
    return new BusinessError(
      409,
      'A payment is under way. Wait until it is paid or has expired, then erase the account.',
      { reason: 'PAYMENT_OPEN', entries: found.open_payments },
    )
  }
  if (found.in_judging.length > 0) {
    return new BusinessError(
      409,
      'The jury is reviewing an entry that you paid for. Withdraw it first, or wait for the results.',
      { reason: 'IN_JUDGING', entries: found.in_judging },
    )
  }
  if (found.reviews > 0) {
    return new BusinessError(
      409,
      'Entries wait for your review. Finish them, or ask the organiser to give them to somebody else.',
      { reason: 'REVIEWS_OPEN', reviews: found.reviews },
    )
  }
  if (found.is_last_chair) {
    return new BusinessError(
      409,
      'You are the only one who can lead the jury. Ask the organiser to appoint somebody else first.',
      { reason: 'LAST_CHAIR' },
    )
  }
  return null
}
