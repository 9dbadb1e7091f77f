import { useApiQuery } from '@awards/shared/client'
import { type Billing, entries, type Next, type OwnerEntryInfo } from '@awards/shared/contract'
import { entryFeeStatusText, winnerFeeStatusText } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { LinkButton, Loader, PageHeader, QueryState } from '@awards/shared/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NoPayment } from '../order/order-view.tsx'
import { useKnownBilling } from './billing.ts'

type PayableProps = {
  id: string
  kind: 'entry_fee' | 'winner_fee'
  statusOf: (info: OwnerEntryInfo) => number
  /** Statuses in which the fee can be paid. */
  open: readonly number[]
  /** Renders the form for an entry and its known billing address. */
  children: (info: OwnerEntryInfo, known: Partial<Billing>) => ReactNode
}

/** Loads the entry that is to be paid for, and who pays; where nothing can be paid it says why. */
export function Payable({ id, kind, statusOf, open, children }: PayableProps) {
  // Another page may have cached the entry: its status decides here, so the answer is refreshed.
  const query = useApiQuery(
    entries.info,
    { apply_order_id: id },
    { refetchOnMountOrArgChange: true },
  )
  const { isLoading, billing } = useKnownBilling()
  const textOf = kind === 'entry_fee' ? entryFeeStatusText : winnerFeeStatusText
  return (
    <QueryState query={query} missing={<NoPayment />}>
      {(info) => {
        if (info.projection !== 'owner') return <Settled kind={kind} status="paid" />
        if (info.next?.action === 'await_payment') return <UnderWay next={info.next} />
        const status = statusOf(info)
        if (!open.includes(status)) return <Settled kind={kind} status={textOf(status)} />
        return isLoading ? <Loader /> : children(info, billing)
      }}
    </QueryState>
  )
}

/** A bank decides over a payment that was made: paying again would be paying twice. */
function UnderWay({ next: { until, order } }: { next: Next }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  return (
    <PageHeader
      title={t('settled.under_way.title')}
      lead={t('settled.under_way.text', { date: until ? format.date(until) : '' })}
      actions={
        order && (
          <LinkButton type="primary" to={paths.payResult(order.order_no)}>
            {t('settled.under_way.show')}
          </LinkButton>
        )
      }
    />
  )
}

/** Statuses that say more than that the fee is settled. */
const TOLD = ['waived', 'refund_pending', 'refunded', 'offer_expired', 'not_applicable']

function Settled({ kind, status }: { kind: PayableProps['kind']; status: string }) {
  const { t } = useTranslation('payment')
  const words = `settled.${TOLD.includes(status) ? status : 'paid'}`
  const isEntry = kind === 'entry_fee'
  return (
    <PageHeader
      title={t(`${words}.title`)}
      lead={t(`${words}.text`)}
      actions={
        <>
          <LinkButton type="primary" to={paths.account(isEntry ? undefined : 'awards')}>
            {t('account')}
          </LinkButton>
          {status === 'offer_expired' ? (
            <LinkButton to={paths.contact}>{t('contact')}</LinkButton>
          ) : (
            <LinkButton to={paths.account('invoices')}>{t('papers.all')}</LinkButton>
          )}
        </>
      }
    />
  )
}
