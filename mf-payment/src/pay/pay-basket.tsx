import {
  BasketQuote,
  type BasketLine,
  type Billing,
  type Input,
  type PayableWork,
  paymentsAdded,
  type TaxBuyer,
} from '@awards/shared/contract'
import { MOST_WORKS } from '@awards/shared/domain'
import { cacheOf, callApi, useApiQuery, useLazyApiQuery } from '@awards/shared/client'
import { paths } from '@awards/shared/paths'
import { useSiteDispatch } from '@awards/shared/session'
import { LinkButton, Loader, PageHeader, SectionHeading } from '@awards/shared/ui'
import { Checkbox } from '@awards/shared/ui/native/choice'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useMoney } from '../common/use-money.ts'
import { useKnownBilling } from './billing.ts'
import { usePayForm } from './use-pay-form.ts'
import { PriceLines } from './price-lines.tsx'
import { QuotedCheckout } from './quoted-checkout.tsx'
import { NoQuote, offeredQuote, useCodeEntry, useLivePrice, useNoPrice } from './quoted-price.tsx'
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

type Request = Input<typeof paymentsAdded.getBasketFee>

/** The works that are due and the price of the chosen ones; refetches it when it expires. */
function useBasketPrice(chosen: string[] | undefined, code?: string, buyer?: TaxBuyer) {
  const dispatch = useSiteDispatch()
  const request: Request = {
    ...(chosen && { apply_order_ids: chosen }),
    ...(code && { code }),
    ...(buyer && { buyer }),
  }
  const query = useApiQuery(paymentsAdded.getBasketFee, request)
  const works = query.data?.works ?? []
  return {
    works,
    quote: query.data?.quote,
    query,
    change: useLivePrice(request, query.currentData?.quote ?? undefined, query.refetch),
    /** Replaces the quote by the one that the server offered. */
    take: (quote: BasketQuote) =>
      void dispatch(cacheOf(paymentsAdded.getBasketFee).upsert(request, { works, quote })),
  }
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
      <p className={styles.net}>{t('basket.net')}</p>
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
                label={
                  <>
                    <strong>{title}</strong>
                    <span>{[category_name, entry_no].filter(Boolean).join(' · ')}</span>
                    {line?.kind === 'additional' && <span>{t('basket.further')}</span>}
                    {line && line.amount_ht < line.list_ht && (
                      <span>
                        {t('basket.reduced', {
                          code: line.code,
                          amount: money(line.amount_ht - line.list_ht),
                        })}
                      </span>
                    )}
                    {open_order_no && <span>{t('basket.open')}</span>}
                  </>
                }
              />
              {line && <span className={styles.price}>{money(line.list_ht)}</span>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Stands where none of the works that the address names has to be paid; others may be due. */
function NothingDue({ others }: { others: readonly PayableWork[] }) {
  const { t } = useTranslation('payment')
  const ids = others.slice(0, MOST_WORKS).map(({ apply_order_id }) => apply_order_id)
  const words = ids.length > 0 ? 'basket.settled' : 'basket.none'
  return (
    <PageHeader
      title={t(`${words}.title`)}
      lead={t(`${words}.text`, { count: ids.length })}
      actions={
        <>
          {ids.length > 0 && (
            <LinkButton type="primary" to={paths.payBasket(ids)}>
              {t('basket.settled.others', { count: ids.length })}
            </LinkButton>
          )}
          <LinkButton type={ids.length > 0 ? 'default' : 'primary'} to={paths.account()}>
            {t('account')}
          </LinkButton>
        </>
      }
    />
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
  const form = usePayForm(known)
  const { works, quote, query, change, take } = useBasketPrice(chosen, code.code, form.buyer)
  const hasNoPrice = useNoPrice(query, code)
  if (hasNoPrice) return <NoQuote error={query.error} retry={query.refetch} />
  if (!query.data) return <Loader />
  if (!quote) return <NothingDue others={works} />
  // Each work and its fee stand beside it where it is chosen.
  const fees = {
    label: t('basket.fees', { count: quote.lines.length }),
    amount_minor: quote.lines.reduce((sum, line) => sum + line.list_ht, 0),
  }
  const discounts = quote.breakdown.filter(({ kind }) => kind === 'discount')
  return (
    <QuotedCheckout
      title={t('basket.title', { count: quote.lines.length })}
      lead={t('basket.lead')}
      {...{ quote, query, change, code, form, known, take }}
      entryId={quote.lines[0]?.apply_order_id ?? ''}
      offered={offeredQuote(BasketQuote)}
      request={({ quote_id, lines }, values) =>
        callApi(
          paymentsAdded.basketPayment,
          { apply_order_ids: lines.map((line) => line.apply_order_id), quote_id, ...values },
          { skipErrorHandler: true },
        )
      }
      price={<PriceLines price={{ ...quote, lines: [fees, ...discounts] }} />}
    >
      <WorkChoice works={works} lines={quote.lines} currency={quote.currency} choose={choose} />
    </QuotedCheckout>
  )
}
