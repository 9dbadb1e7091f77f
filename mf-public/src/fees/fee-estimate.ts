import { taxedPrice, vatAmount, type VatRuling } from '@awards/shared/rules'
import type { FeeTable, Plan } from './plan.ts'

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
