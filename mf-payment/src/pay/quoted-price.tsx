import type { Quote } from '@awards/shared/contract'
import { ErrorPanel, LinkButton } from '@awards/shared/ui'
import {
  api,
  errorCode,
  errorReason,
  failureOf,
  fieldErrors,
  handleError,
  readToken,
} from '@awards/shared/client'
import { translateMessage, useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { useSiteDispatch } from '@awards/shared/session'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ZodType } from 'zod'
import { TimeLeft, useIsPast } from '../common/site-clock.tsx'
import { useMoney } from '../common/use-money.ts'
import type { Started } from './pay-form.tsx'
import type { PayValues } from './use-pay-form.ts'
import styles from './pay-entry.module.css'

export type PriceChange = { from: number; to: number }

/**
 * Detects that the amount changed for the same request, for instance because the quote expired. A change
 * that the payer asked for (another country, a code) does not count.
 */
function usePriceChange(request: string, amount: number | undefined): PriceChange | undefined {
  const [seen, setSeen] = useState({ request, amount, from: amount })
  if (amount !== undefined && (seen.request !== request || seen.amount !== amount)) {
    const isSurprise = seen.request === request && seen.amount !== undefined
    setSeen({ request, amount, from: isSurprise ? seen.amount : amount })
  }
  const { from } = seen
  return amount === undefined || from === undefined || from === amount || seen.request !== request
    ? undefined
    : { from, to: amount }
}

/** True for what the fields of the form say themselves. */
function isAboutForm(error: unknown) {
  const fields = fieldErrors(error)
  return (
    fields.length > 0 && fields.every(({ name }) => name[0] === 'billing' || name[0] === 'channel')
  )
}

type Told = { quote_id: string; amount: number }
export type PayAtQuote<Q extends Told> = {
  request: (quote: Q, values: PayValues) => Promise<Started>
  /** The server's new quote in a refusal, after the old one expired or the tax changed. */
  offered: (error: unknown) => Q | undefined
  take: (quote: Q) => void
}

/**
 * Pays at the quote on screen. Accepts a new quote that is not higher; shows a higher one first, and the payer
 * decides again.
 */
export function usePayAtQuote<Q extends Told>({ request, offered, take }: PayAtQuote<Q>) {
  const dispatch = useSiteDispatch()
  const [isBusy, setBusy] = useState(false)

  async function pay(told: Q, values: PayValues): Promise<Started> {
    const sentToken = readToken()
    setBusy(true)
    try {
      const started = await request(told, values).catch((error: unknown) => {
        const again = offered(error)
        if (!again) throw error
        if (again.amount > told.amount) {
          take(again)
          throw error
        }
        return request(again, values)
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
export function useCodeEntry(attempt: (code: string) => Promise<unknown>) {
  const [code, setCode] = useState<string>()

  async function apply(wanted: string): Promise<string | undefined> {
    try {
      await attempt(wanted)
      setCode(wanted)
      return undefined
    } catch (error) {
      const { msg } = failureOf(error)
      return typeof msg === 'string' ? msg : Object.values(msg).flat().join(' ')
    }
  }
  return { code, apply, remove: () => setCode(undefined) }
}

/** True where the server has refused the price of what is asked for now: what is on screen is another one. */
const isRefused = (query: PriceQuery) => query.isError && failureOf(query.error).kind === 'business'

type PriceQuery = { data?: unknown; isError: boolean; error?: unknown }

/**
 * Whether there is no price to show. A code that is over meanwhile, or is for none of the works that are left, is taken
 * off with its reason, so that the price without it comes.
 */
export function useNoPrice(query: PriceQuery, code: ReturnType<typeof useCodeEntry>): boolean {
  const isOfCode = code.code !== undefined && isRefused(query)
  const drop = useEffectEvent(() => {
    handleError(query.error, readToken())
    code.remove()
  })
  useEffect(() => {
    if (isOfCode) drop()
  }, [isOfCode])
  return !isOfCode && query.isError && (!query.data || isRefused(query))
}

type LivePrice = Pick<Quote, 'amount' | 'expires_at'> | undefined

/** Fetches a quote again when it expires; gives the change of its amount that the payer did not ask for. */
export function useLivePrice(request: object, quote: LivePrice, refetch: () => unknown) {
  const isOver = useIsPast(quote?.expires_at)
  const again = useEffectEvent(() => void refetch())
  useEffect(() => {
    if (isOver) again()
  }, [isOver])
  return usePriceChange(JSON.stringify(request), quote?.amount)
}

/** Reads the server's new quote from a refusal, after the old one expired or the tax changed. */
export const offeredQuote =
  <Q extends Told>(schema: ZodType<Q>) =>
  (error: unknown): Q | undefined => {
    const failure = failureOf(error)
    return failure.kind === 'business' ? schema.safeParse(failure.data?.quote).data : undefined
  }

type PriceValidityProps = {
  quote: Pick<Quote, 'currency' | 'next_period' | 'period_name' | 'expires_at'>
  change: PriceChange | undefined
}

/** Names the price, how long the quote is valid, the price after it, and a change just made. */
export function PriceValidity({ quote, change }: PriceValidityProps) {
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

type NoQuoteProps = {
  /** The entry, if it is one that may be a draft. */
  id?: string
  error: unknown
  retry: () => unknown
}

/** Why there is no price now, and where to go instead. */
export function NoQuote({ id, error, retry }: NoQuoteProps) {
  const { t } = useTranslation('payment')
  const isDraft = id !== undefined && errorReason(error) === 'NOT_SUBMITTED'
  // An address that names nothing of this account answers the same each time.
  const isWrong = [404, 422].includes(errorCode(error) ?? 0)
  return (
    <ErrorPanel
      isPage
      title={t(isWrong ? 'pay.nothingHere' : 'pay.noQuote')}
      {...(isDraft || isWrong ? {} : { onRetry: () => void retry() })}
      actions={
        isDraft ? (
          <LinkButton type="primary" to={paths.steps({ id, step: 5 })}>
            {t('pay.toForm')}
          </LinkButton>
        ) : (
          <LinkButton type={isWrong ? 'primary' : 'default'} to={paths.account()}>
            {t('account')}
          </LinkButton>
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
