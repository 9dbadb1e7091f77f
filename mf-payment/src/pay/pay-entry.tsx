import {
  type Billing,
  type Input,
  type OwnerEntryInfo,
  payments,
  Quote,
  type TaxBuyer,
} from '@awards/shared/contract'
import { ENTRY_FEE_STATUS } from '@awards/shared/domain'
import { Loader, PageHeader, QueryState } from '@awards/shared/ui'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { CodeField } from './code-field.tsx'
import { cacheOf, callApi, failureOf, useApiQuery, useLazyApiQuery } from '@awards/shared/client'
import { Payable } from './payable.tsx'
import { PayForm, usePayForm } from './pay-form.tsx'
import { PriceLines, WorkLine } from './price-lines.tsx'
import {
  NoQuote,
  PriceValidity,
  useCodeEntry,
  useFreshQuote,
  usePayAtQuote,
  usePriceChange,
} from './quoted-price.tsx'
import { useSiteDispatch } from '@awards/shared/session'

/** The server's new quote, after the old one expired or the tax changed. */
function offeredQuote(error: unknown): Quote | undefined {
  const failure = failureOf(error)
  return failure.kind === 'business' ? Quote.safeParse(failure.data?.quote).data : undefined
}

type Wish = Input<typeof payments.getEntryFee>

/** The quote of an entry for a buyer; refetches it when it expires. */
function useEntryPrice(apply_order_id: string, code?: string, buyer?: TaxBuyer) {
  const dispatch = useSiteDispatch()
  const wish: Wish = { apply_order_id, ...(code && { code }), ...(buyer && { buyer }) }
  const query = useApiQuery(payments.getEntryFee, wish)
  useFreshQuote(query.currentData?.expires_at, query.refetch)
  return {
    quote: query.data,
    query,
    change: usePriceChange(JSON.stringify(wish), query.currentData?.amount),
    /** Replaces the quote by the one that the server offered. */
    take: (offered: Quote) => void dispatch(cacheOf(payments.getEntryFee).upsert(wish, offered)),
  }
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
  const [tryQuote] = useLazyApiQuery(payments.getEntryFee)
  const code = useCodeEntry((wanted) => tryQuote({ apply_order_id, code: wanted }).unwrap())
  const { form, buyer } = usePayForm(known)
  const { quote, query, change, take } = useEntryPrice(apply_order_id, code.code, buyer)
  const channels = useApiQuery(payments.getEntryFeePaymentChannel, { apply_order_id })
  const { pay, isBusy } = usePayAtQuote({
    request: ({ quote_id }: Quote, values) =>
      callApi(
        payments.entryFeePayment,
        { apply_order_id, quote_id, ...values },
        { skipErrorHandler: true },
      ),
    offered: offeredQuote,
    take,
  })

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
