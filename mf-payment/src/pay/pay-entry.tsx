import type { Billing, OwnerEntryInfo, Quote } from '@awards/shared/contract'
import { ENTRY_FEE_STATUS } from '@awards/shared/domain'
import { Loader, PageHeader, QueryView } from '@awards/shared/ui'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useEntryChannelsQuery } from '../payment.api.ts'
import { CodeField } from './code-field.tsx'
import { NoQuote } from './no-quote.tsx'
import { Payable } from './payable.tsx'
import { PayForm } from './pay-form.tsx'
import { PriceLines } from './price-lines.tsx'
import { PriceValidity } from './price-validity.tsx'
import { useCodeEntry } from './use-code-entry.ts'
import { useEntryPrice } from './use-entry-price.ts'
import { usePayEntry } from './use-pay-entry.ts'
import { usePayForm } from './use-pay-form.ts'
import { WorkLine } from './work-line.tsx'

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
  const channels = useEntryChannelsQuery({ apply_order_id })
  const { pay, isBusy } = usePayEntry(apply_order_id, take)

  if (!quote && query.isError)
    return <NoQuote id={apply_order_id} error={query.error} retry={query.refetch} />
  if (!quote) return <Loader />
  return (
    <>
      <PageHeader title={t('pay.title')} lead={t('pay.lead')} />
      <QueryView query={channels}>
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
      </QueryView>
    </>
  )
}

/** The parts of the net price; servers that do not name the kinds end the breakdown with the tax. */
const netLines = ({ breakdown }: Quote) =>
  breakdown.some(({ kind }) => kind)
    ? breakdown.filter(({ kind }) => kind !== 'vat')
    : breakdown.slice(0, -1)
