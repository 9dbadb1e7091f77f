import type { Billing, TaxBuyer, VatCheck } from '@awards/shared/contract'
import {
  FRENCH_VAT_NO_WRONG,
  isFrenchVatNo,
  TAX_NUMBER_MISSING,
  taxNumberOf,
  type VatBuyer,
} from '@awards/shared/domain'
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

/**
 * Refuses the invoice address of a business without the number that its country needs, or with the VAT
 * number of another French company (422).
 */
export function requireCompleteBilling(billing: Billing) {
  const { kind, country, siren, vat_no } = billing
  const number = taxNumberOf(kind, country)
  if (number && number !== 'tax_id' && !billing[number]?.trim()) {
    throw new BusinessError(422, { [`billing.${number}`]: [TAX_NUMBER_MISSING[number]] })
  }
  if (number === 'siren' && vat_no && !isFrenchVatNo(vat_no, { siren })) {
    throw new BusinessError(422, { 'billing.vat_no': [FRENCH_VAT_NO_WRONG] })
  }
}
