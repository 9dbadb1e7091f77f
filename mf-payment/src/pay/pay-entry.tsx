import {
  type Billing,
  type Input,
  type OwnerEntryInfo,
  payments,
  Quote,
  type TaxBuyer,
} from '@awards/shared/contract'
import { ENTRY_FEE_STATUS } from '@awards/shared/domain'
import { Loader, PageHeader, QueryState, ErrorPanel, LinkButton } from '@awards/shared/ui'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { CodeField } from './code-field.tsx'
import {
  api,
  cacheOf,
  callApi,
  errorReason,
  failureOf,
  fieldErrors,
  handleError,
  readToken,
  useApiQuery,
  useLazyApiQuery,
} from '@awards/shared/client'
import { translateMessage, useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { Payable } from './payable.tsx'
import { PayForm, usePayForm, type PayValues } from './pay-form.tsx'
import { PriceLines, WorkLine } from './price-lines.tsx'
import { TimeLeft } from '../common/time-left.tsx'
import { useMoney } from '../common/use-money.ts'
import styles from './pay-entry.module.css'
import { useState, useEffect, useEffectEvent } from 'react'
import { useSiteDispatch } from '@awards/shared/session'
import { useIsPast } from '../common/site-clock.ts'

type PriceChange = { from: number; to: number }

/**
 * Detects that the amount changed for the same request, for instance because the quote expired. A change
 * that the payer asked for (another country, a code) does not count.
 */
function usePriceChange(wish: string, amount: number | undefined): PriceChange | undefined {
  const [seen, setSeen] = useState({ wish, amount, from: amount })
  if (amount !== undefined && (seen.wish !== wish || seen.amount !== amount)) {
    const isSurprise = seen.wish === wish && seen.amount !== undefined
    setSeen({ wish, amount, from: isSurprise ? seen.amount : amount })
  }
  const { from } = seen
  return amount === undefined || from === undefined || from === amount || seen.wish !== wish
    ? undefined
    : { from, to: amount }
}

/** The server's new quote, after the old one expired or the tax changed. */
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
 * Pays an entry fee at the quote on screen. Accepts a new quote that is not higher; shows a higher one first,
 * and the payer decides again.
 */
function usePayEntry(apply_order_id: string, take: (offered: Quote) => void) {
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
      dispatch(api.util.invalidateTags(['entry', 'payment']))
      return started
    } catch (error) {
      if (!isAboutForm(error)) {
        handleError(error, sentToken)
        // Paid or under way in another window: the page says so and offers no second payment.
        dispatch(api.util.invalidateTags(['entry']))
      }
      throw error
    } finally {
      setBusy(false)
    }
  }
  return { pay, isBusy }
}

/** The code that was typed and found good. Others are tried without touching the price on screen. */
function useCodeEntry(apply_order_id: string) {
  const [code, setCode] = useState<string>()
  const [quote] = useLazyApiQuery(payments.getEntryFee)

  async function apply(wanted: string): Promise<string | undefined> {
    try {
      await quote({ apply_order_id, code: wanted }).unwrap()
      setCode(wanted)
      return undefined
    } catch (error) {
      const { msg } = failureOf(error)
      return typeof msg === 'string' ? msg : Object.values(msg).flat().join(' ')
    }
  }
  return { code, apply, remove: () => setCode(undefined) }
}

type Wish = Input<typeof payments.getEntryFee>

/** The quote of an entry for a buyer; refetches it when it expires. */
function useEntryPrice(apply_order_id: string, code?: string, buyer?: TaxBuyer) {
  const dispatch = useSiteDispatch()
  const wish: Wish = { apply_order_id, ...(code && { code }), ...(buyer && { buyer }) }
  const query = useApiQuery(payments.getEntryFee, wish)
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
    /** Replaces the quote by the one that the server offered. */
    take: (offered: Quote) => void dispatch(cacheOf(payments.getEntryFee).upsert(wish, offered)),
  }
}

type PriceValidityProps = { quote: Quote; change: PriceChange | undefined }

/** Names the price, how long the quote is valid, the price after it, and a change just made. */
function PriceValidity({ quote, change }: PriceValidityProps) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const money = useMoney(quote.currency)
  const { next_period, period_name, expires_at } = quote
  return (
    <>
      <div role="status">
        {change && (
          <p className={styles.change}>
            {t('price.changed', { from: money(change.from), to: money(change.to) })}
          </p>
        )}
      </div>
      <p className={styles.validity}>
        <span>
          {t('price.held', { period: period_name })} <TimeLeft until={expires_at} />
        </span>
        <span>{t('price.after')}</span>
        {next_period && (
          <span>
            {t('price.next', {
              date: format.date(next_period.starts_at),
              price: money(next_period.amount),
            })}
          </span>
        )}
      </p>
    </>
  )
}

type NoQuoteProps = { id: string; error: unknown; retry: () => unknown }

/** Why there is no price now, and where to go instead. */
function NoQuote({ id, error, retry }: NoQuoteProps) {
  const { t } = useTranslation('payment')
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
      <Reason error={error} />
    </ErrorPanel>
  )
}

function Reason({ error }: { error: unknown }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const failure = failureOf(error)
  const { msg } = failure
  if (errorReason(error) === 'FEE_WINDOW' && failure.kind === 'business') {
    const next = failure.data?.next_starts_at
    const begins = typeof next === 'string' && t('pay.windowNext', { date: format.date(next) })
    return [t('pay.window'), begins].filter(Boolean).join(' ')
  }
  return (typeof msg === 'string' ? [msg] : Object.values(msg).flat())
    .map(translateMessage)
    .join(' ')
}

const F = ENTRY_FEE_STATUS
const OPEN: readonly number[] = [F.unpaid, F.pending, F.offline_declared]

/** Pays the fee of an entry. */
export const PayEntry = ({ id }: { id: string }) => (
  <Payable
    id={id}
    kind="entry_fee"
    statusOf={({ entry_fee_status }) => entry_fee_status}
    open={OPEN}
  >
    {(info, known) => <EntryFee info={info} known={known} />}
  </Payable>
)

type EntryFeeProps = { info: OwnerEntryInfo; known: Partial<Billing> }

function EntryFee({ info, known }: EntryFeeProps) {
  const { t } = useTranslation('payment')
  const { apply_order_id } = info
  const code = useCodeEntry(apply_order_id)
  const { form, buyer } = usePayForm(known)
  const { quote, query, change, take } = useEntryPrice(apply_order_id, code.code, buyer)
  const channels = useApiQuery(payments.getEntryFeePaymentChannel, { apply_order_id })
  const { pay, isBusy } = usePayEntry(apply_order_id, take)

  if (!quote && query.isError)
    return <NoQuote id={apply_order_id} error={query.error} retry={query.refetch} />
  if (!quote) return <Loader />
  return (
    <>
      <PageHeader title={t('pay.title')} lead={t('pay.lead')} />
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
                <WorkLine info={info} />
                <PriceLines price={{ ...quote, lines: netLines(quote) }} />
                <PriceValidity quote={quote} change={change} />
              </>
            }
            pay={(values) => pay(quote, values)}
          >
            {info.entry_fee_status === F.offline_declared && (
              <Alert type="info" title={t('pay.announced')} />
            )}
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

/** The parts of the net price; servers that do not name the kinds end the breakdown with the tax. */
const netLines = ({ breakdown }: Quote) =>
  breakdown.some(({ kind }) => kind)
    ? breakdown.filter(({ kind }) => kind !== 'vat')
    : breakdown.slice(0, -1)
