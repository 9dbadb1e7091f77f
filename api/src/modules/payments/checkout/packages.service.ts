import type { TaxBuyer } from '@awards/shared/contract'
import { QUOTE_MINUTES, taxedPrice } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { PayableEntry } from '../payment-types.ts'
import { pricesRepository } from '../prices/prices.repository.ts'
import { TAX_DIFFERS } from '../prices/quotes.service.ts'
import { provenBuyer } from '../tax/vat-buyer.ts'

/**
 * The packages of an award level at the price of this entry, tax included. Seats at the gala are taxed
 * where it takes place, so a package may have two lines of tax.
 */
export async function pricedPackages(db: Db, now: Date, entry: PayableEntry, taxBuyer: TaxBuyer) {
  const prices = pricesRepository(db)
  const { currency, section, student_package_percent } = await prices.frame(entry.id, now)
  // Students pay a part of it (domain page §2.8).
  const percent = section === 'student' ? student_package_percent : 100
  const share = (minor: number) => Math.round((minor * percent) / 100)
  const { buyer, check } = await provenBuyer(db, now, taxBuyer)
  const expires_at = new Date(now.getTime() + QUOTE_MINUTES * 60_000).toISOString()
  const packages = await prices.packages(entry)
  return packages.map(({ amount_minor, event_amount_minor, ...one }) => {
    const net = share(amount_minor)
    const event = share(event_amount_minor)
    const taxed = taxedPrice(net, event, buyer, now)
    return {
      ...one,
      amount_ht: net,
      event_amount_ht: event,
      vat_rate: taxed.ruling.rate_percent,
      vat_amount: taxed.vat,
      amount: taxed.total,
      currency,
      mention: taxed.ruling.mention,
      vat_lines: taxed.lines,
      vat_rule: taxed.ruling.rule,
      vat_check: check,
      expires_at,
    }
  })
}
export type PricedPackage = Awaited<ReturnType<typeof pricedPackages>>[number]

/** Refuses a price above the one that was shown, so that the payer sees it first; a lower one is fine. */
export function requireQuotedAmount(chosen: PricedPackage, shown: number | undefined) {
  if (shown === undefined || chosen.amount <= shown) return
  throw new BusinessError(410, TAX_DIFFERS, { reason: 'PRICE_CHANGED', amount: chosen.amount })
}

/** Finds the chosen package; otherwise answers 422 with the list of codes. */
export function chosenPackage(packages: PricedPackage[], code: string): PricedPackage {
  const found = packages.find((one) => one.code === code)
  if (found) return found
  const codes = packages.map((one) => one.code).join(', ')
  throw new BusinessError(422, { package_code: [`Choose one of ${codes}`] })
}
