import type { Billing, TaxBuyer } from '@awards/shared/contract'
import { EU_COUNTRIES } from '@awards/shared/domain'

/** The number by which a business is known to its tax office, where one is wanted. */
export function taxNumberOf(kind: string | undefined, country: string | undefined) {
  if (kind !== 'business' || !country) return undefined
  if (country === 'FR') return 'siren'
  // For VAT Monaco is French, and its companies have no SIREN.
  if (country === 'MC') return undefined
  return EU_COUNTRIES.includes(country) ? 'vat_no' : 'tax_id'
}

/** What decides the tax of a buyer, as far as the form says it; undefined until it says enough. */
export function taxBuyer(billing: Partial<Billing> | undefined): TaxBuyer | undefined {
  const { kind, country, vat_no, tax_id } = billing ?? {}
  if (!kind || !country) return undefined
  const wanted = taxNumberOf(kind, country)
  return {
    kind,
    country,
    ...(wanted === 'vat_no' && vat_no?.trim() && { vat_no: vat_no.trim() }),
    ...(wanted === 'tax_id' && tax_id?.trim() && { tax_id: tax_id.trim() }),
  }
}
