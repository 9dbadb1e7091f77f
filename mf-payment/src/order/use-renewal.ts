import { callApi } from '@awards/shared/client'
import { Billing, payments, type PaymentOrder } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { taxBuyer } from '../pay/tax-buyer.ts'
import { useKnownBilling } from '../pay/use-known-billing.ts'
import { feePage, isEntryFee } from './fee-page.ts'

/**
 * Another order in the place of one that has run out: the same way to pay, the same address. Where the
 * price has become another one, or the address is not known, the payer decides on the fee page.
 */
export function useRenewal(order: PaymentOrder) {
  const navigate = useNavigate()
  const { billing, isLoading } = useKnownBilling()
  const [isRenewing, setRenewing] = useState(false)

  async function reopen(to: Billing) {
    const { apply_order_id, channel } = order
    const buyer = taxBuyer(to)
    const quote = await callApi(payments.getEntryFee, {
      apply_order_id,
      ...(buyer && { buyer }),
    })
    if (quote.amount !== order.amount) return undefined
    const { quote_id } = quote
    return callApi(payments.entryFeePayment, { apply_order_id, channel, quote_id, billing: to })
  }

  async function renew() {
    const complete = Billing.safeParse(billing).data
    if (!complete || !isEntryFee(order)) return navigate(feePage(order))
    setRenewing(true)
    try {
      const started = await reopen(complete)
      if (!started) return navigate(feePage(order))
      const { order_no, action } = started
      navigate(paths.payResult(order_no), { replace: true, state: { action } })
    } catch {
      // The catalogue of errors has said it.
    } finally {
      setRenewing(false)
    }
  }
  return { renew, isRenewing: isRenewing || isLoading }
}
