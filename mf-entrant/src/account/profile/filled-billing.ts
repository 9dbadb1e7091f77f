import type { Billing } from '@awards/shared/contract'
import { EU_COUNTRIES } from '@awards/shared/domain'

/** The number by which a business is known to its tax office, where one is wanted. */
export function taxNumberOf(kind: string | undefined, country: string | undefined) {
  if (kind !== 'business' || !country) return undefined
  if (country === 'FR') return 'siren'
  return EU_COUNTRIES.includes(country) ? 'vat_no' : 'tax_id'
}

const NUMBERS: readonly string[] = ['siren', 'vat_no', 'tax_id']

/**
 * The address as it is kept: without empty fields, and without a number that this buyer has no use
 * for. Null when nothing but the kind of buyer is left.
 */
export function filledBilling(values: Partial<Billing>): Partial<Billing> | null {
  const number = taxNumberOf(values.kind, values.country)
  const kept = Object.entries(values).filter(
    ([name, value]) => value && (!NUMBERS.includes(name) || name === number),
  )
  return kept.some(([name]) => name !== 'kind') ? Object.fromEntries(kept) : null
}
