import { BusinessError } from '../../app/business-error.ts'
import type { Db } from '../../db/database.ts'
import { FEE_TYPE, QUOTE_MINUTES, vatAmount, vatFor } from '@awards/shared/domain'
import type { VatBuyer } from '@awards/shared/domain'
import type { PayableEntry } from './payment-types.ts'
import { pricesRepository } from './prices.repository.ts'

/** The packages of an award level at the price of this entry, tax included. */
export async function pricedPackages(db: Db, now: Date, entry: PayableEntry, buyer: VatBuyer) {
  const prices = pricesRepository(db)
  const { currency, section, student_package_percent } = await prices.frame(entry.id, now)
  // Students pay a part of it (domain page §2.8).
  const percent = section === 'student' ? student_package_percent : 100
  const { rate_percent, mention } = vatFor(buyer, now)
  const packages = await prices.packages(entry)
  return packages.map(({ amount_minor, ...one }) => {
    const net = Math.round((amount_minor * percent) / 100)
    const tax = vatAmount(net, rate_percent)
    return {
      ...one,
      amount_ht: net,
      vat_rate: rate_percent,
      vat_amount: tax,
      amount: net + tax,
      currency,
      mention,
    }
  })
}
export type PricedPackage = Awaited<ReturnType<typeof pricedPackages>>[number]

/** The package that was chosen, or a field message that lists what there is. */
export function chosenPackage(packages: PricedPackage[], code: string): PricedPackage {
  const found = packages.find((one) => one.code === code)
  if (found) return found
  const codes = packages.map((one) => one.code).join(', ')
  throw new BusinessError(422, { package_code: [`Choose one of ${codes}`] })
}

/** Writes down what was told, so that the invoice can show it. */
export const savePackageQuote = (db: Db, now: Date, entry: PayableEntry, chosen: PricedPackage) =>
  pricesRepository(db).saveQuote({
    apply_order_id: entry.id,
    fee_type: FEE_TYPE.winner_package,
    package_code: chosen.code,
    amount_ht: chosen.amount_ht,
    vat_rate: chosen.vat_rate,
    vat_amount: chosen.vat_amount,
    amount_minor: chosen.amount,
    currency: chosen.currency,
    mention: chosen.mention,
    created_at: now,
    expires_at: new Date(now.getTime() + QUOTE_MINUTES * 60_000),
  })
