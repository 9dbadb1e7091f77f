import { FORMAT_LOCALES, type Language } from '../constants.ts'

/** A dated period of the price list; `ends_at` is inclusive. */
export type FeePeriod = { code: string; starts_at: string; ends_at: string }

/** First category of a project, or a further one at the reduced price (domain page §2.8 b). */
export const PRICE_KINDS = ['first', 'additional'] as const
export type PriceKind = (typeof PRICE_KINDS)[number]

const digits = new Map<string, number>()

/** Decimal digits of the minor unit of a currency: 2 for euros, none for yen, 3 for dinars. */
export function minorDigits(currency: string): number {
  const known = digits.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const found = format.resolvedOptions().maximumFractionDigits ?? 2
  digits.set(currency, found)
  return found
}

/** An amount in units of its currency: yen have no minor unit, dinars have 1,000. */
export const majorUnits = (money: { amount_minor: number; currency: string }): number =>
  money.amount_minor / 10 ** minorDigits(money.currency)

/** The same amount the other way round, as it is typed and then sent. */
export const minorUnits = (units: number, currency: string): number =>
  Math.round(units * 10 ** minorDigits(currency))

/**
 * An amount as pages and mails write it: in the manner of the language, cents only where there are some, and
 * a minus where Intl writes a hyphen.
 */
export function moneyText(
  money: { amount_minor: number; currency: string },
  language: Language,
): string {
  const format = new Intl.NumberFormat(FORMAT_LOCALES[language], {
    style: 'currency',
    currency: money.currency,
    trailingZeroDisplay: 'stripIfInteger',
  })
  return format.format(majorUnits(money)).replace('-', '−')
}

/** The most works of one payment, which its invoice lists one by one. */
export const MOST_WORKS = 30
/** How long a quoted price is kept, in minutes (domain page §2.8 a). */
export const QUOTE_MINUTES = 30
/** Silent grace for submitting a draft that existed at the close (domain page §2.10). */
export const SUBMIT_GRACE_MINUTES = 30
/** Until when a draft that existed at the close may still be submitted. */
export const graceEnds = (closesAt: Date): Date =>
  new Date(closesAt.getTime() + SUBMIT_GRACE_MINUTES * 60_000)
/** Days in which an entry can be cancelled with a refund, while judging has not begun (§2.8 f). */
export const CANCELLATION_DAYS = 14
/** Days in which a winner package can be taken up after publication (§2.5). */
export const OFFER_DAYS = 60

/** The period that holds `now`, or undefined outside the call. */
export function periodAt<P extends FeePeriod>(periods: readonly P[], now: Date): P | undefined {
  return periods.find(
    ({ starts_at, ends_at }) => new Date(starts_at) <= now && now <= new Date(ends_at),
  )
}

/**
 * The period whose price is asked for now. After the last one its price holds as long as a draft may be
 * submitted, and for the life of a quote after that, so that an entry of the grace period can be paid.
 */
export function payablePeriod<P extends FeePeriod>(
  periods: readonly P[],
  now: Date,
): P | undefined {
  const last = periods.toSorted((a, b) => Date.parse(a.ends_at) - Date.parse(b.ends_at)).at(-1)
  const current = periodAt(periods, now)
  if (current || !last || now < new Date(last.ends_at)) return current
  const end = graceEnds(new Date(last.ends_at)).getTime() + QUOTE_MINUTES * 60_000
  return now.getTime() <= end ? last : undefined
}

/** The first period that begins after `now`: the next price and its date. */
export function nextPeriod<P extends FeePeriod>(periods: readonly P[], now: Date): P | undefined {
  return periods
    .filter(({ starts_at }) => new Date(starts_at) > now)
    .sort((a, b) => a.starts_at.localeCompare(b.starts_at))[0]
}

/** "First" as long as no other order of the same project is settled in the edition. */
export const priceKind = (settledOrdersOfProject: number): PriceKind =>
  settledOrdersOfProject === 0 ? 'first' : 'additional'
