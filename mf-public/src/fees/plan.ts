import { isCountry, nextPeriod, taxedPrice, vatAmount, type VatRuling } from '@awards/shared/rules'
import type { Output, publicationAdded } from '@awards/shared/contract'

/** The price list of an edition. */
export type FeeTable = Output<typeof publicationAdded.feeTable>

/** Kinds of buyer; the number is a VAT number in the EU, a registration number elsewhere. */
export const BUYERS = ['business_with_number', 'business', 'consumer'] as const
type Buyer = (typeof BUYERS)[number]

export type Plan = {
  period: string
  section: string
  /** Works entered, each in a first category at the full price. */
  works: number
  /** Further categories at the reduced price, all works together. */
  further: number
  /** Award and package to reckon with; nothing for the entries alone. */
  offer: { award: string; code: string } | undefined
  country: string
  buyer: Buyer
}

/** Limits of the calculator; larger plans are agreed by mail. */
export const LIMITS = { works: { min: 1, max: 100 }, further: { min: 0, max: 500 } } as const
export type Counted = keyof typeof LIMITS

/** Numbers of the address that were brought within their limits. */
export type Bounded = readonly Counted[]

const DEFAULT_COUNTRY = 'FR'

/** The period that a plan begins with: the current one, else the first that is to come. */
function startingPeriod({ current_period, periods }: FeeTable): string {
  const first = [...periods].sort((a, b) => a.starts_at.localeCompare(b.starts_at))[0]
  return current_period ?? first?.code ?? ''
}

/** The period after the one of a plan: the next price and its date. */
export function periodAfter({ periods }: FeeTable, code: string) {
  const period = periods.find((each) => each.code === code)
  return period && nextPeriod(periods, new Date(period.starts_at))
}

function countOf(query: URLSearchParams, name: Counted) {
  const { min, max } = LIMITS[name]
  const text = query.get(name)
  if (!text) return { value: min, isBounded: false }
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isInteger(value) && value >= min && value <= max) return { value, isBounded: false }
  return { value: value > max ? max : min, isBounded: true }
}

/** Reads the plan from the address; values that do not exist fall back to the defaults. */
export function readPlan(table: FeeTable, query: URLSearchParams) {
  const knownOr = (name: string, known: readonly string[], otherwise: string) => {
    const value = query.get(name) ?? ''
    return known.includes(value) ? value : otherwise
  }
  const works = countOf(query, 'works')
  const further = countOf(query, 'further')
  const offer = table.packages.find(
    ({ award, code }) => offerName({ award, code }) === query.get('package'),
  )
  const country = query.get('country') ?? ''
  const plan: Plan = {
    period: knownOr(
      'period',
      table.periods.map(({ code }) => code),
      startingPeriod(table),
    ),
    section: knownOr(
      'section',
      table.prices.map(({ section }) => section),
      table.prices[0]?.section ?? '',
    ),
    works: works.value,
    further: further.value,
    offer: offer && { award: offer.award, code: offer.code },
    country: isCountry(country) ? country : DEFAULT_COUNTRY,
    buyer: BUYERS.find((buyer) => buyer === query.get('buyer')) ?? 'business_with_number',
  }
  const bounded: Bounded = [
    ...(works.isBounded ? (['works'] as const) : []),
    ...(further.isBounded ? (['further'] as const) : []),
  ]
  return { plan, bounded }
}

/** An offer in one word, as an address and a list of choices carry it. */
export const offerName = ({ award, code }: { award: string; code: string }) => `${award}.${code}`

const FIELDS = ['period', 'section', 'works', 'further', 'package', 'country', 'buyer'] as const

/** The form's values as a query; empty fields are left out. */
export function queryOfForm(form: HTMLFormElement): URLSearchParams {
  const values = new FormData(form)
  const query = new URLSearchParams()
  for (const field of FIELDS) {
    const value = values.get(field)
    if (typeof value === 'string' && value !== '') query.set(field, value)
  }
  return query
}

/** Amounts in minor units, before VAT unless they say otherwise. */
export type Estimate = {
  first: number
  further: number
  offer: number
  net: number
  vat: number
  /** Tax on seats at the gala, where it differs from that on the rest. */
  seats: { rate_percent: number; vat: number } | undefined
  total: number
  ruling: VatRuling
}

/** The price of a package in a section: students pay a share of it. */
export const packagePrice = (amount: number, table: FeeTable, section: string): number =>
  section === 'student' ? Math.round((amount * table.student_package_percent) / 100) : amount

/** What a plan costs; undefined where the list has no price for it. */
export function estimate(table: FeeTable, plan: Plan): Estimate | undefined {
  const priceOf = (kind: 'first' | 'additional') =>
    table.prices.find(
      (price) =>
        price.section === plan.section && price.period === plan.period && price.kind === kind,
    )?.amount_minor
  const each = { first: priceOf('first'), further: priceOf('additional') }
  if (each.first === undefined || each.further === undefined) return undefined
  const listed = table.packages.find(
    ({ code, award }) => code === plan.offer?.code && award === plan.offer.award,
  )
  const inSection = (amount = 0) => packagePrice(amount, table, plan.section)
  const offer = inSection(listed?.amount_minor)
  const hasNumber = plan.buyer === 'business_with_number'
  const buyer = {
    country: plan.country,
    kind: plan.buyer === 'consumer' ? ('consumer' as const) : ('business' as const),
    vat_validated: hasNumber,
    has_tax_id: hasNumber,
  }
  const taxed = taxedPrice(offer, inSection(listed?.event_amount_minor), buyer, new Date())
  const { ruling } = taxed
  // Every order is invoiced by itself, so VAT is rounded for each of them.
  const vatOf = (amount: number) => vatAmount(amount, ruling.rate_percent)
  const vat = plan.works * vatOf(each.first) + plan.further * vatOf(each.further) + taxed.vat
  const other = taxed.lines.find(({ rate_percent }) => rate_percent !== ruling.rate_percent)
  const seats = other && { rate_percent: other.rate_percent, vat: other.vat_minor }
  const first = plan.works * each.first
  const further = plan.further * each.further
  const net = first + further + offer
  return { first, further, offer, net, vat, seats, total: net + vat, ruling }
}
