import type { Billing } from '@awards/shared/contract'
import { vatAmount, vatFor } from '@awards/shared/domain'

/** The rate for what the form says so far; without a country that of the account. */
function rateFor({ kind, country, tax_id }: Partial<Billing>, ofAccount: number) {
  if (!kind || !country) return ofAccount
  const vat_validated = ofAccount === 0
  const buyer = { country, kind, vat_validated, has_tax_id: !!tax_id }
  return vatFor(buyer, new Date()).rate_percent
}

/** What a buyer pays on top of a net price. `rate` is that of the account, as the server quoted it. */
export function buyerPrice(net: number, rate: number, billing: Partial<Billing>) {
  const percent = rateFor(billing, rate)
  const vat = vatAmount(net, percent)
  return { percent, vat, total: net + vat }
}
