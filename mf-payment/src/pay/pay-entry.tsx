import { errorReason, failureOf } from '@awards/shared/client'
import type { Billing, OwnerEntryInfo, Quote } from '@awards/shared/contract'
import { ENTRY_FEE_STATUS } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { ErrorPanel, LinkButton, Loader, PageHeader, QueryView } from '@awards/shared/ui'
import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeLeft } from '../common/time-left.tsx'
import { useMoney } from '../common/use-money.ts'
import { useEntryChannelsQuery, useEntryQuoteQuery } from '../payment.api.ts'
import { buyerPrice } from './buyer-price.ts'
import { CodeField } from './code-field.tsx'
import { Payable } from './payable.tsx'
import { PayForm } from './pay-form.tsx'
import { PriceLines } from './price-lines.tsx'
import styles from './pay-entry.module.css'
import { usePayEntry } from './use-pay-entry.ts'
import { WorkLine } from './work-line.tsx'

const F = ENTRY_FEE_STATUS
const OPEN: readonly number[] = [F.unpaid, F.pending, F.offline_declared]

/** Pays the fee of an entry. */
export const PayEntry = ({ id }: { id: string }) => (
  <Payable id={id} isSettled={({ entry_fee_status }) => !OPEN.includes(entry_fee_status)}>
    {(info) => <EntryFee info={info} />}
  </Payable>
)

function EntryFee({ info }: { info: OwnerEntryInfo }) {
  const { t } = useTranslation('payment')
  const { apply_order_id } = info
  const [code, setCode] = useState<string>()
  const quote = useEntryQuoteQuery({ apply_order_id, ...(code ? { code } : {}) })
  const channels = useEntryChannelsQuery({ apply_order_id })
  const { pay, isBusy, fresh } = usePayEntry(apply_order_id)
  const price = fresh ?? quote.data

  if (!price && quote.isError)
    return <NoQuote id={apply_order_id} error={quote.error} retry={quote.refetch} />
  if (!price) return <Loader />
  return (
    <>
      <PageHeader title={t('pay.title')} lead={t('pay.lead')} />
      <QueryView query={channels}>
        {(list) => (
          <PayForm
            channels={list}
            isReady={!quote.isFetching}
            isBusy={isBusy}
            onFree={() => void quote.refetch()}
            summary={(billing) => (
              <>
                <WorkLine info={info} />
                <PriceLines
                  lines={netLines(price)}
                  net={price.amount_ht}
                  rate={price.vat_rate}
                  currency={price.currency}
                  billing={billing}
                />
                <Validity quote={price} billing={billing} />
              </>
            )}
            pay={(values) => {
              const { total } = buyerPrice(price.amount_ht, price.vat_rate, values.billing)
              return pay(price.quote_id, total, values)
            }}
          >
            {info.entry_fee_status === F.offline_declared && (
              <Alert className={styles.notice ?? ''} type="info" title={t('pay.announced')} />
            )}
            <CodeField
              code={code}
              onCode={setCode}
              error={quote.isError ? quote.error : undefined}
              isBusy={quote.isFetching}
            />
          </PayForm>
        )}
      </QueryView>
    </>
  )
}

/** The server ends its breakdown with the tax of the account; the form computes that of the buyer. */
function netLines({ breakdown, amount_ht, amount, vat_amount }: Quote) {
  const last = breakdown.at(-1)
  const sum = breakdown.reduce((total, line) => total + line.amount_minor, 0)
  const endsWithTax =
    sum === amount && last?.amount_minor === vat_amount && sum - vat_amount === amount_ht
  return endsWithTax ? breakdown.slice(0, -1) : breakdown
}

function Validity({ quote, billing }: { quote: Quote; billing: Partial<Billing> }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const money = useMoney(quote.currency)
  const { next_period, amount_ht, vat_rate } = quote
  // The note speaks of the tax of the account; the invoice address may ask for another.
  const isSameTax = buyerPrice(amount_ht, vat_rate, billing).percent === vat_rate
  return (
    <p className={styles.validity}>
      {isSameTax && quote.mention && <span>{quote.mention}</span>}
      <span>
        {t('price.held')} <TimeLeft until={quote.expires_at} />
      </span>
      {next_period && (
        <span>
          {t('price.next', {
            date: format.date(next_period.starts_at),
            price: money(next_period.amount),
          })}
        </span>
      )}
    </p>
  )
}

function NoQuote({ id, error, retry }: { id: string; error: unknown; retry: () => unknown }) {
  const { t } = useTranslation('payment')
  const { msg } = failureOf(error)
  const isDraft = errorReason(error) === 'NOT_SUBMITTED'
  return (
    <ErrorPanel
      title={t('pay.noQuote')}
      {...(isDraft ? {} : { onRetry: () => void retry() })}
      actions={
        isDraft ? (
          <LinkButton type="primary" to={paths.steps({ id, step: 5 })}>
            {t('pay.toForm')}
          </LinkButton>
        ) : (
          <LinkButton to={paths.account()}>{t('account')}</LinkButton>
        )
      }
    >
      {typeof msg === 'string' ? msg : Object.values(msg).flat().join(' ')}
    </ErrorPanel>
  )
}
