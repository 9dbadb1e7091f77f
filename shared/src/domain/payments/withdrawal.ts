import { DAY_MS, dayIn, momentIn } from '../day.ts'

/** Days in which a consumer may withdraw from a contract concluded online (code de la consommation, L221-18). */
export const WITHDRAWAL_DAYS = 14

/**
 * The last moment of the right of withdrawal: the end of the fourteenth day after the day of the payment,
 * where the seller is (regulation 1182/71 leaves the day of the event out). An end on a day on which
 * nobody works moves to the next that is not one (code de la consommation, L221-19).
 */
export function withdrawalEnds(paidAt: Date, timeZone = 'UTC'): Date {
  let day = Date.parse(`${dayIn(paidAt, timeZone)}T00:00:00Z`) + WITHDRAWAL_DAYS * DAY_MS
  while (isDayOff(new Date(day))) day += DAY_MS
  const next = new Date(day + DAY_MS).toISOString().slice(0, 10)
  return new Date(momentIn(timeZone, `${next}T00:00:00`) - 1)
}

const HOLIDAYS = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25']
/** Easter Monday, Ascension and Whit Monday, in days after Easter. */
const AFTER_EASTER = [1, 39, 50]

/** Saturdays, Sundays and the legal holidays of France (code du travail, L3133-1). */
function isDayOff(day: Date): boolean {
  if (day.getUTCDay() % 6 === 0 || HOLIDAYS.includes(day.toISOString().slice(5, 10))) return true
  return AFTER_EASTER.includes((day.getTime() - easter(day.getUTCFullYear())) / DAY_MS)
}

/** Easter Sunday of the Gregorian calendar, after Butcher. */
function easter(year: number): number {
  const century = Math.floor(year / 100)
  const skipped = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)
  const moon = (19 * (year % 19) + skipped + 15) % 30
  const full = moon - (moon > 28 || (moon === 28 && year % 19 > 10) ? 1 : 0)
  const weekday = (year + Math.floor(year / 4) + full + 2 - century + Math.floor(century / 4)) % 7
  return Date.UTC(year, 2, 28 + full - weekday)
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
