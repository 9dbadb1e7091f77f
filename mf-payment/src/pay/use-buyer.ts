import type { Billing, TaxBuyer } from '@awards/shared/contract'
import { useMemo } from 'react'
import { useSettled } from '../common/use-settled.ts'
import { taxBuyer } from './tax-buyer.ts'

/** What decides the tax, taken from the form; numbers count once nobody types any more. */
export function useBuyer(billing: Partial<Billing> | undefined): TaxBuyer | undefined {
  const { kind, country } = billing ?? {}
  const vat_no = useSettled(billing?.vat_no ?? '')
  const tax_id = useSettled(billing?.tax_id ?? '')
  return useMemo(() => taxBuyer({ kind, country, vat_no, tax_id }), [kind, country, vat_no, tax_id])
}
