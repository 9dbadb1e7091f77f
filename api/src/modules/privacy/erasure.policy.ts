import { BusinessError } from '../../http/business-error.ts'

const DOMAIN = 'erased.invalid'

/** Placeholder address of an erased account, in a reserved domain that takes no mail. */
export const erasedAddress = (userId: string): string => `erased-${userId}@${DOMAIN}`

/** Whether an address is the placeholder of an erased account. */
export const isErasedAddress = (address: string): boolean => address.endsWith(`@${DOMAIN}`)

/** Reasons that block the erasure of an account. */
export type Obstacles = {
  /** Numbers of entries with a pending payment, or with one of a wrong amount. */
  open_payments: string[]
  /** Numbers of paid entries that the jury is working on. */
  in_judging: string[]
  /** Number of open assignments of this juror. */
  reviews: number
  /** True for the only active chair. */
  is_last_chair: boolean
}

/** The error for the first reason that blocks the erasure, with what to do about it; null if none does. */
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
