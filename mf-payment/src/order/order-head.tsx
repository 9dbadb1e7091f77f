import type { PaymentOrder } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { PageHeader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../common/use-money.ts'
import { isEntryFee } from './fee-page.ts'
import styles from './order-head.module.css'
import { isPaid, type OrderState } from './order-state.ts'

type OrderHeadProps = { order: PaymentOrder; state: OrderState; isConfirming: boolean }

/** Which words stand above an order; what is still open depends on the way of payment. */
function wordsOf({ order, state, isConfirming }: OrderHeadProps): { title: string; lead: string } {
  if (state === 'waiting' || state === 'expired') {
    const moment = isConfirming && state === 'waiting' ? 'confirming' : state
    const words = `open.${order.channel}.${moment}`
    return { title: `${words}.title`, lead: `${words}.lead` }
  }
  if (isPaid(state)) {
    const what = isEntryFee(order) ? 'entry' : 'package'
    return {
      title: state === 'paid_late' ? 'state.paid.title' : `state.${state}.title`,
      lead: state === 'refunded_partly' ? 'state.refunded_partly.lead' : `state.paid.${what}`,
    }
  }
  return { title: `state.${state}.title`, lead: `state.${state}.lead` }
}

/**
 * What stands above every order. It stays in its place when the state changes, so that a screen reader
 * hears the new one; a tab in the background shows it by its name.
 */
export function OrderHead(props: OrderHeadProps) {
  const { order } = props
  const { t } = useTranslation('payment')
  const format = useFormat()
  const money = useMoney(order.currency)
  const words = wordsOf(props)
  const values = {
    amount: money(order.amount),
    refunded: money(order.refunded ?? 0),
    date: format.date(order.awaited_until ?? order.expires_at),
    title: order.title,
  }
  const title = t(words.title, values)
  return (
    <div role="status">
      {isPaid(props.state) && <div className={styles.mark} aria-hidden="true" />}
      <PageHeader
        eyebrow={order.entry_no}
        title={title}
        lead={t(words.lead, values)}
        documentTitle={title}
      />
    </div>
  )
}
