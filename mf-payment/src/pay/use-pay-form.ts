import type { Billing, TaxBuyer } from '@awards/shared/contract'
import { Form } from 'antd'
import type { PayValues } from './pay-form.tsx'
import { useMemo } from 'react'
import { useSettled } from '../common/use-settled.ts'
import { taxBuyer } from './tax-buyer.ts'

/** What decides the tax, taken from the form; numbers count once nobody types any more. */
function useBuyer(billing: Partial<Billing> | undefined): TaxBuyer | undefined {
  const { kind, country } = billing ?? {}
  const vat_no = useSettled(billing?.vat_no ?? '')
  const tax_id = useSettled(billing?.tax_id ?? '')
  return useMemo(() => taxBuyer({ kind, country, vat_no, tax_id }), [kind, country, vat_no, tax_id])
}

/** The form of a payment, and the buyer that it describes at the moment. */
export function usePayForm(known: Partial<Billing>) {
  const [form] = Form.useForm<PayValues>()
  const billing = Form.useWatch('billing', form)
  return { form, buyer: useBuyer(billing ?? known) }
}
