import type { PaymentOrder } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { ErrorPanel, LinkButton, Loader, PageHeader } from '@awards/shared/ui'
import { errorCode } from '@awards/shared/client'
import { useTranslation } from 'react-i18next'
import { BankPanel } from './bank-panel.tsx'
import { EndPanel } from './end-panel.tsx'
import type { OrderState } from './order-state.ts'
import { PaidPanel } from './paid-panel.tsx'
import { useOrder } from './use-order.ts'
import { WalletPanel } from './wallet-panel.tsx'

/** One order from the code to the receipt. */
export function OrderView({ orderNo }: { orderNo: string }) {
  const { t } = useTranslation('payment')
  const { query, order, state } = useOrder(orderNo)
  if (order && state) return <Panel order={order} state={state} isLost={query.isError} />
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

type PanelProps = { order: PaymentOrder; state: OrderState; isLost: boolean }

function Panel({ order, state, isLost }: PanelProps) {
  if (state === 'paid') return <PaidPanel order={order} />
  if (state !== 'waiting' && state !== 'expired') return <EndPanel order={order} state={state} />
  return order.channel === 'bank_transfer' ? (
    <BankPanel order={order} state={state} />
  ) : (
    <WalletPanel order={order} state={state} isLost={isLost} />
  )
}
