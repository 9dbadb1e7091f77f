import type { Input, payments, Quote, TaxBuyer } from '@awards/shared/contract'
import { useSiteDispatch } from '@awards/shared/session'
import { useEffect, useEffectEvent } from 'react'
import { useIsPast } from '../common/site-clock.ts'
import { paymentApi, useEntryQuoteQuery } from '../payment.api.ts'
import { usePriceChange } from './use-price-change.ts'

type Wish = Input<typeof payments.getEntryFee>

/** The price of an entry for a buyer, kept up to date: one that is held no longer is asked for anew. */
export function useEntryPrice(apply_order_id: string, code?: string, buyer?: TaxBuyer) {
  const dispatch = useSiteDispatch()
  const wish: Wish = { apply_order_id, ...(code && { code }), ...(buyer && { buyer }) }
  const query = useEntryQuoteQuery(wish)
  const quote = query.data
  const isOver = useIsPast(query.currentData?.expires_at)
  const refetch = useEffectEvent(() => void query.refetch())
  useEffect(() => {
    if (isOver) refetch()
  }, [isOver])

  return {
    quote,
    query,
    change: usePriceChange(JSON.stringify(wish), query.currentData?.amount),
    /** Puts the price in place that the server offered instead of the one that was told. */
    take: (offered: Quote) =>
      void dispatch(paymentApi.util.upsertQueryData('entryQuote', wish, offered)),
  }
}
