import {
  type Billing,
  type Input,
  type OwnerEntryInfo,
  payments,
  Quote,
  type TaxBuyer,
} from '@awards/shared/contract'
import { ENTRY_FEE_STATUS } from '@awards/shared/domain'
import { Loader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { cacheOf, callApi, useApiQuery, useLazyApiQuery } from '@awards/shared/client'
import { Payable } from './payable.tsx'
import { Note } from '../common/note.tsx'
import { usePayForm } from './use-pay-form.ts'
import { PriceLines, WorkLine } from './price-lines.tsx'
import { QuotedCheckout } from './quoted-checkout.tsx'
import { NoQuote, offeredQuote, useCodeEntry, useLivePrice, useNoPrice } from './quoted-price.tsx'
import { useSiteDispatch } from '@awards/shared/session'

type Request = Input<typeof payments.getEntryFee>

/** The quote of an entry for a buyer; refetches it when it expires. */
function useEntryPrice(apply_order_id: string, code?: string, buyer?: TaxBuyer) {
  const dispatch = useSiteDispatch()
  const request: Request = { apply_order_id, ...(code && { code }), ...(buyer && { buyer }) }
  const query = useApiQuery(payments.getEntryFee, request)
  return {
    quote: query.data,
    query,
    change: useLivePrice(request, query.currentData, query.refetch),
    /** Replaces the quote by the one that the server offered. */
    take: (offered: Quote) => void dispatch(cacheOf(payments.getEntryFee).upsert(request, offered)),
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
  const form = usePayForm(known)
  const { quote, query, change, take } = useEntryPrice(apply_order_id, code.code, form.buyer)
  const hasNoPrice = useNoPrice(query, code)

  if (hasNoPrice) return <NoQuote id={apply_order_id} error={query.error} retry={query.refetch} />
  if (!quote) return <Loader />
  return (
    <QuotedCheckout
      title={t('pay.title')}
      lead={t('pay.lead')}
      {...{ quote, query, change, code, form, known, take }}
      entryId={apply_order_id}
      offered={offeredQuote(Quote)}
      request={({ quote_id }, values) =>
        callApi(
          payments.entryFeePayment,
          { apply_order_id, quote_id, ...values },
          { skipErrorHandler: true },
        )
      }
      price={
        <>
          <WorkLine info={info} />
          <PriceLines price={{ ...quote, lines: netLines(quote) }} />
        </>
      }
    >
      {info.entry_fee_status === F.offline_declared && (
        <Note>
          <p>{t('pay.announced')}</p>
        </Note>
      )}
    </QuotedCheckout>
  )
}

/** The parts of the net price; servers that do not name the kinds end the breakdown with the tax. */
const netLines = ({ breakdown }: Quote) =>
  breakdown.some(({ kind }) => kind)
    ? breakdown.filter(({ kind }) => kind !== 'vat')
    : breakdown.slice(0, -1)
