import { callApi, failureOf, fieldErrors, handleError, readToken } from '@awards/shared/client'
import { payments, Quote } from '@awards/shared/contract'
import { useSiteDispatch } from '@awards/shared/session'
import { useState } from 'react'
import { paymentApi } from '../payment.api.ts'
import type { PayValues } from './pay-form.tsx'

/** The price that the server offers instead, when the old one has run out or the tax is another. */
function offeredQuote(error: unknown): Quote | undefined {
  const failure = failureOf(error)
  return failure.kind === 'business' ? Quote.safeParse(failure.data?.quote).data : undefined
}

/** True for what the fields of the form say themselves. */
function isAboutForm(error: unknown) {
  const fields = fieldErrors(error)
  return (
    fields.length > 0 && fields.every(({ name }) => name[0] === 'billing' || name[0] === 'channel')
  )
}

/**
 * Pays an entry fee at the price on screen. A new price that is not higher is taken up without a word;
 * a higher one is shown first, and the payer decides again.
 */
export function usePayEntry(apply_order_id: string, take: (offered: Quote) => void) {
  const dispatch = useSiteDispatch()
  const [isBusy, setBusy] = useState(false)

  async function pay(told: Quote, values: PayValues) {
    const sentToken = readToken()
    const request = ({ quote_id }: Quote) =>
      callApi(
        payments.entryFeePayment,
        { apply_order_id, quote_id, ...values },
        { skipErrorHandler: true },
      )
    setBusy(true)
    try {
      const started = await request(told).catch((error: unknown) => {
        const offered = offeredQuote(error)
        if (!offered) throw error
        if (offered.amount > told.amount) {
          take(offered)
          throw error
        }
        return request(offered)
      })
      dispatch(paymentApi.util.invalidateTags(['entry', 'payment']))
      return started
    } catch (error) {
      if (!isAboutForm(error)) {
        handleError(error, sentToken)
        // Paid or under way in another window: the page says so and offers no second payment.
        dispatch(paymentApi.util.invalidateTags(['entry']))
      }
      throw error
    } finally {
      setBusy(false)
    }
  }
  return { pay, isBusy }
}
