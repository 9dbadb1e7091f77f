import type { Billing } from '@awards/shared/contract'
import { EU_COUNTRIES } from '@awards/shared/domain'
import { BusinessError } from '../../../http/business-error.ts'

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
