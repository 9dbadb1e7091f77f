import type { Billing } from '@awards/shared/contract'
import { Form } from 'antd'
import type { PayValues } from './pay-form.tsx'
import { useBuyer } from './use-buyer.ts'

/** The form of a payment, and the buyer that it describes at the moment. */
export function usePayForm(known: Partial<Billing>) {
  const [form] = Form.useForm<PayValues>()
  const billing = Form.useWatch('billing', form)
  return { form, buyer: useBuyer(billing ?? known) }
}
