import { useApiQuery } from '@awards/shared/client'
import { type Billing, payments, type Quote } from '@awards/shared/contract'
import { Button, PageHeader, QueryState } from '@awards/shared/ui'
import { TextField } from '@awards/shared/ui/native/field'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PayForm } from './pay-form.tsx'
import type { PayFormState } from './use-pay-form.ts'
import {
  type PayAtQuote,
  type PriceChange,
  PriceValidity,
  type useCodeEntry,
  usePayAtQuote,
} from './quoted-price.tsx'
import { translateMessage } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import styles from './code-field.module.css'

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
  form: PayFormState
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
            isEntryFee
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

type CodeFieldProps = {
  /** The code that the price on screen has taken into account. */
  applied: string | undefined
  /** Tries a code; gives the reason where it does not count. */
  onApply: (code: string) => Promise<string | undefined>
  /** Absent where the code belongs to the entry and cannot be taken off. */
  onRemove: (() => void) | undefined
}

/** An invitation or discount code; a wrong one leaves the price as it was. */
function CodeField({ applied, onApply, onRemove }: CodeFieldProps) {
  const { t } = useTranslation('payment')
  const [text, setText] = useState('')
  const [reason, setReason] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const isWrong = reason !== undefined
  const field = useRef<HTMLInputElement>(null)
  // Once the reason stands at the field: a screen reader reads both.
  useEffect(() => {
    if (isWrong) field.current?.focus()
  }, [isWrong])

  async function apply() {
    const code = text.trim()
    if (isBusy) return
    setReason(undefined)
    if (!code) return setReason('')
    setBusy(true)
    const refused = await onApply(code)
    setBusy(false)
    setReason(refused)
    if (refused === undefined) setText('')
  }

  if (applied) {
    return (
      <p className={styles.applied} role="status">
        <span>{t('code.applied', { code: applied })}</span>
        {onRemove && (
          <Button size="small" onClick={onRemove}>
            {t('code.remove')}
          </Button>
        )}
      </p>
    )
  }
  return (
    <details className={styles.code}>
      <summary>{t('code.open')}</summary>
      <div className={styles.row}>
        <TextField
          ref={field}
          className={styles.field}
          label={t('code.label')}
          value={text}
          error={isWrong ? (reason ? translateMessage(reason) : t('code.empty')) : undefined}
          autoComplete="off"
          onChange={({ target }) => {
            setText(target.value)
            setReason(undefined)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            void apply()
          }}
        />
        <Button className={styles.apply} loading={isBusy} onClick={() => void apply()}>
          {t('code.apply')}
        </Button>
      </div>
    </details>
  )
}
