import {
  BasketQuote,
  type BasketLine,
  type Billing,
  type Input,
  type PayableWork,
  payments,
  paymentsAdded,
  type TaxBuyer,
} from '@awards/shared/contract'
import { MOST_WORKS } from '@awards/shared/domain'
import { cacheOf, callApi, failureOf, useApiQuery, useLazyApiQuery } from '@awards/shared/client'
import { paths } from '@awards/shared/paths'
import { useSiteDispatch } from '@awards/shared/session'
import { LinkButton, Loader, PageHeader, QueryState, SectionHeading } from '@awards/shared/ui'
import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useMoney } from '../common/use-money.ts'
import { useKnownBilling } from './billing.ts'
import { CodeField } from './code-field.tsx'
import { PayForm, usePayForm } from './pay-form.tsx'
import { PriceLines } from './price-lines.tsx'
import {
  NoQuote,
  PriceValidity,
  useCodeEntry,
  useFreshQuote,
  usePayAtQuote,
  usePriceChange,
} from './quoted-price.tsx'
import styles from './pay-entry.module.css'

/** The works that the address names; undefined for all that are due. */
function useChosenWorks() {
  const [search, setSearch] = useSearchParams()
  const named = search.get('basket') ?? ''
  const chosen = /^\d/.test(named) ? named.split(',') : undefined
  const choose = (ids: readonly string[]) =>
    setSearch(new URL(paths.payBasket(ids), window.location.origin).searchParams, { replace: true })
  return { chosen, choose }
}

type Wish = Input<typeof paymentsAdded.getBasketFee>

/** The works that are due and the price of the chosen ones; refetches it when it expires. */
function useBasketPrice(chosen: string[] | undefined, code?: string, buyer?: TaxBuyer) {
  const dispatch = useSiteDispatch()
  const wish: Wish = {
    ...(chosen && { apply_order_ids: chosen }),
    ...(code && { code }),
    ...(buyer && { buyer }),
  }
  const query = useApiQuery(paymentsAdded.getBasketFee, wish)
  const quote = query.data?.quote
  useFreshQuote(query.currentData?.quote?.expires_at, query.refetch)
  return {
    works: query.data?.works ?? [],
    quote,
    query,
    change: usePriceChange(JSON.stringify(wish), query.currentData?.quote?.amount),
    /** Replaces the quote by the one that the server offered. */
    take: (offered: BasketQuote) => {
      const works = query.data?.works ?? []
      dispatch(cacheOf(paymentsAdded.getBasketFee).upsert(wish, { works, quote: offered }))
    },
  }
}

/** The server's new quote, after the old one expired or the price changed. */
function offeredQuote(error: unknown): BasketQuote | undefined {
  const failure = failureOf(error)
  return failure.kind === 'business' ? BasketQuote.safeParse(failure.data?.quote).data : undefined
}

type WorkChoiceProps = {
  works: readonly PayableWork[]
  lines: readonly BasketLine[]
  currency: string
  choose: (ids: readonly string[]) => void
}

/** The works that are due, each with its price; one that is not ticked waits for another payment. */
function WorkChoice({ works, lines, currency, choose }: WorkChoiceProps) {
  const { t } = useTranslation('payment')
  const money = useMoney(currency)
  const byId = new Map(lines.map((line) => [line.apply_order_id, line]))
  const toggle = (id: string, isChosen: boolean) =>
    choose(
      works
        .map((work) => work.apply_order_id)
        .filter((one) => (one === id ? isChosen : byId.has(one))),
    )
  return (
    <div role="group" aria-labelledby="basket-works" className={styles.works}>
      <SectionHeading id="basket-works">{t('basket.works')}</SectionHeading>
      <ul role="list">
        {works.map(({ apply_order_id, title, entry_no, category_name, open_order_no }) => {
          const line = byId.get(apply_order_id)
          return (
            <li key={apply_order_id}>
              <Checkbox
                checked={line !== undefined}
                // A payment without a work is none.
                disabled={line === undefined ? lines.length >= MOST_WORKS : lines.length === 1}
                onChange={({ target }) => toggle(apply_order_id, target.checked)}
              >
                <strong>{title}</strong>
                <span>{[category_name, entry_no].filter(Boolean).join(' · ')}</span>
                {line?.kind === 'additional' && <span>{t('basket.further')}</span>}
                {open_order_no && <span>{t('basket.open')}</span>}
              </Checkbox>
              {line && <span className={styles.price}>{money(line.amount_ht)}</span>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Pays the entry fees of several works at once. */
export function PayBasket() {
  const { isLoading, billing } = useKnownBilling()
  return isLoading ? <Loader /> : <Basket known={billing} />
}

function Basket({ known }: { known: Partial<Billing> }) {
  const { t } = useTranslation('payment')
  const { chosen, choose } = useChosenWorks()
  const [tryQuote] = useLazyApiQuery(paymentsAdded.getBasketFee)
  const code = useCodeEntry((wanted) =>
    tryQuote({ ...(chosen && { apply_order_ids: chosen }), code: wanted }).unwrap(),
  )
  const { form, buyer } = usePayForm(known)
  const { works, quote, query, change, take } = useBasketPrice(chosen, code.code, buyer)
  const first = quote?.lines[0]?.apply_order_id
  const channels = useApiQuery(
    payments.getEntryFeePaymentChannel,
    { apply_order_id: first ?? '' },
    { skip: first === undefined },
  )
  const { pay, isBusy } = usePayAtQuote({
    request: ({ quote_id, lines }: BasketQuote, values) =>
      callApi(
        paymentsAdded.basketPayment,
        { apply_order_ids: lines.map((line) => line.apply_order_id), quote_id, ...values },
        { skipErrorHandler: true },
      ),
    offered: offeredQuote,
    take,
  })

  if (!query.data && query.isError) return <NoQuote error={query.error} retry={query.refetch} />
  if (!query.data) return <Loader />
  if (!quote) {
    return (
      <PageHeader
        title={t('basket.none.title')}
        lead={t('basket.none.text')}
        actions={
          <LinkButton type="primary" to={paths.account()}>
            {t('account')}
          </LinkButton>
        }
      />
    )
  }
  const discounts = quote.breakdown.filter(({ kind }) => kind === 'discount')
  const lines = [
    ...quote.lines.map(({ entry_no, title, list_ht }) => ({
      label: `${title} (${entry_no})`,
      amount_minor: list_ht,
    })),
    ...discounts,
  ]
  return (
    <>
      <PageHeader
        title={t('basket.title', { count: quote.lines.length })}
        lead={t('basket.lead')}
      />
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
                <PriceLines price={{ ...quote, lines }} />
                <PriceValidity quote={quote} change={change} />
              </>
            }
            pay={(values) => pay(quote, values)}
          >
            <WorkChoice
              works={works}
              lines={quote.lines}
              currency={quote.currency}
              choose={choose}
            />
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
