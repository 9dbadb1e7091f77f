import { vatAmount, vatFor, type VatRuling } from '@awards/shared/domain'
import type { FeeTable } from './fee-table.ts'
import type { Plan } from './plan.ts'

/** Amounts in minor units, before VAT unless they say otherwise. */
export type Estimate = {
  first: number
  further: number
  offer: number
  net: number
  vat: number
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
  const offer = packagePrice(listed?.amount_minor ?? 0, table, plan.section)
  const hasNumber = plan.buyer === 'business_with_number'
  const ruling = vatFor({
    country: plan.country,
    kind: plan.buyer === 'consumer' ? 'consumer' : 'business',
    vat_validated: hasNumber,
    has_tax_id: hasNumber,
  })
  // Every order is invoiced by itself, so VAT is rounded for each of them.
  const vatOf = (amount: number) => vatAmount(amount, ruling.rate_percent)
  const vat = plan.works * vatOf(each.first) + plan.further * vatOf(each.further) + vatOf(offer)
  const first = plan.works * each.first
  const further = plan.further * each.further
  const net = first + further + offer
  return { first, further, offer, net, vat, total: net + vat, ruling }
}
