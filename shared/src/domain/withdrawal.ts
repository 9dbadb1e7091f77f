/** Days in which a consumer may withdraw from a contract concluded online (code de la consommation, L221-18). */
export const WITHDRAWAL_DAYS = 14

const DAY_MS = 86_400_000

/**
 * The last moment of the right of withdrawal: the end of the fourteenth day, UTC, after the day of the
 * payment (regulation 1182/71 leaves the day of the event out).
 */
export function withdrawalEnds(paidAt: Date): Date {
  const day = Math.floor(paidAt.getTime() / DAY_MS)
  return new Date((day + 1 + WITHDRAWAL_DAYS) * DAY_MS - 1)
}

/** Why a contract cannot be withdrawn from, or null while it can. */
export const WITHDRAWAL_REFUSALS = [
  'business',
  'over',
  'performed',
  'withdrawn',
  'refunded',
] as const
export type WithdrawalRefusal = (typeof WITHDRAWAL_REFUSALS)[number]
