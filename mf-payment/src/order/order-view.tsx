import { errorCode } from '@awards/shared/client'
import type { PaymentOrder } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { ErrorPanel, LinkButton, Loader, PageHeader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { BankPanel } from './bank-panel.tsx'
import { CardPanel } from './card-panel.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { EndPanel } from './end-panel.tsx'
import { OrderHead } from './order-head.tsx'
import { isOpen, isPaid, type OrderState } from './order-state.ts'
import { OrderTimeline } from './order-timeline.tsx'
import { PaidPanel } from './paid-panel.tsx'
import { useOrder } from './use-order.ts'
import { WalletPanel } from './wallet-panel.tsx'

type OrderViewProps = {
  orderNo: string
  /** True for somebody who comes back from the page where the card was taken. */
  isReturn: boolean
}

/** One order from the code to the receipt. */
export function OrderView({ orderNo, isReturn }: OrderViewProps) {
  const { t } = useTranslation('payment')
  const { query, order, state } = useOrder(orderNo)
  if (order && state) {
    const isConfirming = isReturn && order.channel === 'card'
    return (
      <>
        <ConnectionNote
          isLost={query.isError}
          isAsking={query.isFetching}
          onRetry={() => void query.refetch()}
        />
        <OrderHead order={order} state={state} isConfirming={isConfirming} />
        <Panel order={order} state={state} isConfirming={isConfirming} />
        <OrderTimeline order={order} />
      </>
    )
  }
  if (!query.isError) return <Loader />
  if (errorCode(query.error) !== 404) {
    return <ErrorPanel onRetry={() => void query.refetch()} retrying={query.isFetching} />
  }
  return (
    <PageHeader
      title={t('none.title')}
      lead={t('none.text')}
      actions={<LinkButton to={paths.account()}>{t('account')}</LinkButton>}
    />
  )
}

type PanelProps = { order: PaymentOrder; state: OrderState; isConfirming: boolean }

function Panel({ order, state, isConfirming }: PanelProps) {
  if (isPaid(state)) return <PaidPanel order={order} state={state} />
  if (!isOpen(state) || state === 'closing' || state === 'processing') {
    return <EndPanel order={order} state={state} />
  }
  if (order.channel === 'bank_transfer') return <BankPanel order={order} />
  if (order.channel === 'card') {
    return <CardPanel order={order} state={state} isConfirming={isConfirming} />
  }
  return <WalletPanel order={order} state={state} />
}
