import type { Billing, TaxBuyer, VatCheck } from '@awards/shared/contract'
import { EU_COUNTRIES, type VatBuyer } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { Buyer } from '../prices/prices.repository.ts'
import { vatToCheck, cachedCheck } from './vat-checks.service.ts'

const COMPANY = 2
const AGENCY = 4

/** The buyer by the account's data, used until an invoice address is given. */
export const buyerOfAccount = (account: Buyer): TaxBuyer => ({
  country: account.country ?? 'FR',
  kind:
    account.account_type === COMPANY || account.account_type === AGENCY ? 'business' : 'consumer',
  vat_no: account.vat_no ?? undefined,
  tax_id: account.tax_id ?? undefined,
})

/** The buyer that an invoice address names. */
export const buyerOfBilling = ({ kind, country, vat_no, tax_id }: Billing): TaxBuyer => ({
  kind,
  country,
  vat_no,
  tax_id,
})

/** A buyer for the VAT rules, with the check of the VAT number. */
export type ProvenBuyer = { buyer: VatBuyer; check: VatCheck | null }

/**
 * Validates a buyer with the cached VAT check, without a request. An unconfirmed VAT number counts as
 * none (domain page §2.9); call the VAT checks' `refresh` first.
 */
export async function provenBuyer(db: Db, now: Date, given: TaxBuyer): Promise<ProvenBuyer> {
  const question = vatToCheck(given)
  const check = question ? await cachedCheck(db, now, question) : null
  const buyer = {
    country: given.country,
    kind: given.kind,
    vat_validated: check?.status === 'valid',
    has_tax_id: Boolean(given.tax_id?.trim()),
  }
  return { buyer, check }
}

/** A French business needs its SIREN (nine digits with a check digit) on the invoice. */
export function requireCompleteBilling(billing: Billing) {
  if (billing.kind !== 'business') return
  if (billing.country === 'FR' && !isSiren(billing.siren ?? '')) {
    throw new BusinessError(422, {
      'billing.siren': ['Give the SIREN of the company: nine digits, as on its registration'],
    })
  }
  const isOtherEu = billing.country !== 'FR' && EU_COUNTRIES.includes(billing.country)
  if (isOtherEu && !billing.vat_no) {
    throw new BusinessError(422, { 'billing.vat_no': ['Give the VAT number of the company'] })
  }
}

function isSiren(siren: string): boolean {
  if (!/^\d{9}$/.test(siren)) return false
  const sum = [...siren].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
