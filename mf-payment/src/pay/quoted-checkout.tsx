import { useApiQuery } from '@awards/shared/client'
import { type Billing, payments, type Quote } from '@awards/shared/contract'
import { PageHeader, QueryState } from '@awards/shared/ui'
import type { FormInstance } from 'antd'
import type { ReactNode } from 'react'
import { CodeField } from './code-field.tsx'
import { PayForm, type PayValues } from './pay-form.tsx'
import {
  type PayAtQuote,
  type PriceChange,
  PriceValidity,
  type useCodeEntry,
  usePayAtQuote,
} from './quoted-price.tsx'

type Quoted = Pick<
  Quote,
  'quote_id' | 'amount' | 'currency' | 'code' | 'expires_at' | 'next_period' | 'period_name'
>

type QuotedCheckoutProps<Q extends Quoted> = PayAtQuote<Q> & {
  title: string
  lead: string
  quote: Q
  query: { isFetching: boolean; refetch: () => unknown }
  change: PriceChange | undefined
  code: ReturnType<typeof useCodeEntry>
  /** A work of the quote; all of them have the same ways to pay. */
  entryId: string
  form: FormInstance<PayValues>
  known: Partial<Billing>
  /** How the price comes about. */
  price: ReactNode
  /** What stands before the code. */
  children?: ReactNode
}

/** Pays entry fees at the quote on screen: code, ways to pay, address, price and order button. */
export function QuotedCheckout<Q extends Quoted>(checkout: QuotedCheckoutProps<Q>) {
  const { quote, query, code, entryId, form, known } = checkout
  const channels = useApiQuery(payments.getEntryFeePaymentChannel, { apply_order_id: entryId })
  const { pay, isBusy } = usePayAtQuote(checkout)
  return (
    <>
      <PageHeader title={checkout.title} lead={checkout.lead} />
      <QueryState query={channels}>
        {(list) => (
          <PayForm
            channels={list}
            price={quote}
            isPricing={query.isFetching}
            isBusy={isBusy}
            form={form}
            known={known}
            onFree={() => void query.refetch()}
            summary={
              <>
                {checkout.price}
                <PriceValidity quote={quote} change={checkout.change} />
              </>
            }
            pay={(values) => pay(quote, values)}
          >
            {checkout.children}
            <CodeField
              applied={code.code ?? quote.code ?? undefined}
              onApply={code.apply}
              onRemove={code.code ? code.remove : undefined}
            />
          </PayForm>
        )}
      </QueryState>
    </>
  )
}
