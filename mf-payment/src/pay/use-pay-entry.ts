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

/** True for what the invoice fields say themselves, each under its field. */
function isAboutForm(error: unknown) {
  const fields = fieldErrors(error)
  return fields.length > 0 && fields.every(({ name }) => name[0] === 'billing')
}

/**
 * Pays an entry fee at the price on screen. A new price that comes to the same amount is taken up
 * without a word; any other is shown first, and the payer decides again.
 */
export function usePayEntry(apply_order_id: string) {
  const dispatch = useSiteDispatch()
  const [fresh, setFresh] = useState<Quote>()
  const [isBusy, setBusy] = useState(false)

  async function pay(quote_id: string, shown: number, values: PayValues) {
    const sentToken = readToken()
    const request = (quote: string) =>
      callApi(
        payments.entryFeePayment,
        { apply_order_id, quote_id: quote, ...values },
        { skipErrorHandler: true },
      )
    setBusy(true)
    try {
      const started = await request(quote_id).catch((error: unknown) => {
        const offered = offeredQuote(error)
        if (!offered) throw error
        setFresh(offered)
        if (offered.amount !== shown) throw error
        return request(offered.quote_id)
      })
      dispatch(paymentApi.util.invalidateTags(['entry', 'payment']))
      return started
    } catch (error) {
      if (!isAboutForm(error)) handleError(error, sentToken)
      throw error
    } finally {
      setBusy(false)
    }
  }
  return { pay, isBusy, fresh }
}
