import { vatAmount, vatFor, type VatRuling } from '@awards/shared/domain'
import type { FeeTable } from './fee-table.ts'

export type Plan = {
  section: string
  period: string
  /** Categories in which one work is entered; the first at the full price. */
  categories: number
  country: string
  isBusiness: boolean
  /** A validated VAT number in the Union, a registration or tax number elsewhere. */
  hasNumber: boolean
  /** Award and package to reckon with; nothing for the entry alone. */
  award?: string
  package?: string
}

export type Estimate = {
  first: number
  additional: number
  additionalCount: number
  package: number
  net: number
  vat: number
  total: number
  ruling: VatRuling
}

/** What a plan costs, in minor units; undefined where the list has no price for it. */
export function estimate(table: FeeTable, plan: Plan): Estimate | undefined {
  const priceOf = (kind: 'first' | 'additional') =>
    table.prices.find(
      (price) =>
        price.section === plan.section && price.period === plan.period && price.kind === kind,
    )?.amount_minor
  const first = priceOf('first')
  const each = priceOf('additional')
  if (first === undefined || each === undefined) return undefined
  const additionalCount = Math.max(0, plan.categories - 1)
  const additional = additionalCount * each
  const offer = table.packages.find(
    ({ code, award }) => code === plan.package && award === plan.award,
  )
  const winnerPackage = offer?.amount_minor ?? 0
  const ruling = vatFor({
    country: plan.country,
    kind: plan.isBusiness ? 'business' : 'consumer',
    vat_validated: plan.isBusiness && plan.hasNumber,
    has_tax_id: plan.isBusiness && plan.hasNumber,
  })
  // Every order is invoiced by itself, so VAT is rounded for each of them.
  const orders = [first, ...Array<number>(additionalCount).fill(each), winnerPackage]
  const vat = orders.reduce((sum, amount) => sum + vatAmount(amount, ruling.rate_percent), 0)
  const net = first + additional + winnerPackage
  return {
    first,
    additional,
    additionalCount,
    package: winnerPackage,
    net,
    vat,
    total: net + vat,
    ruling,
  }
}
