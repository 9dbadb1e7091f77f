import type { Billing } from '@awards/shared/contract'
import type { VatBuyer } from '@awards/shared/domain'
import type { Buyer } from './prices.repository.ts'

const COMPANY = 2
const AGENCY = 4

/** The buyer that an account stands for until an invoice address is given. */
export const buyerOfAccount = (account: Buyer): VatBuyer => ({
  country: account.country ?? 'FR',
  kind:
    account.account_type === COMPANY || account.account_type === AGENCY ? 'business' : 'consumer',
  vat_validated: account.vat_no !== null && account.vat_validated_at !== null,
  has_tax_id: account.tax_id !== null,
})

/** The buyer that an invoice address names. A VAT number counts only once it was confirmed. */
export const buyerOfBilling = (billing: Billing, account: Buyer): VatBuyer => ({
  country: billing.country,
  kind: billing.kind,
  vat_validated:
    account.vat_validated_at !== null &&
    account.vat_no !== null &&
    compact(billing.vat_no ?? '') === compact(account.vat_no),
  has_tax_id: Boolean(billing.tax_id),
})

const compact = (text: string) => text.replace(/[\s.-]/g, '').toUpperCase()
