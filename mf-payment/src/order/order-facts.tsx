import type { PaymentOrder } from '@awards/shared/contract'
import { PAYMENT_STATUS } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { DefinitionList } from '@awards/shared/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../common/copy.tsx'
import { useChannelName, useMoney } from '../common/use-money.ts'
import styles from './order-facts.module.css'

/** Lines that went back alone, while the order stays paid. */
export const BACK: Record<number, string> = {
  [PAYMENT_STATUS.refunding]: 'lineRefunding',
  [PAYMENT_STATUS.refunded]: 'lineRefunded',
}

/** The works that an order pays for, each with its price and what became of it. */
export function OrderWorks({ order: { lines = [], currency } }: { order: PaymentOrder }) {
  const { t } = useTranslation('payment')
  const money = useMoney(currency)
  return (
    <ul role="list" className={styles.works}>
      {lines.map(({ apply_order_id, entry_no, title, amount, status }) => (
        <li key={apply_order_id}>
          <span className={styles.work}>
            {title}
            <small>
              {[entry_no, BACK[status] && t(`order.${BACK[status]}`)].filter(Boolean).join(' · ')}
            </small>
          </span>
          <span className={styles.price}>{money(amount)}</span>
        </li>
      ))}
    </ul>
  )
}

type OrderFactsProps = {
  order: PaymentOrder
  /** What else there is to know, after the amount. */
  more?: readonly { term: string; detail: ReactNode }[]
}

/** What was ordered, for how much, and under which number. */
export function OrderFacts({ order, more = [] }: OrderFactsProps) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const channelName = useChannelName()
  const money = useMoney(order.currency)
  const number = t('order.number')
  return (
    <div className={styles.facts}>
      <DefinitionList
        items={[
          {
            term: t('order.amount'),
            detail: <strong className={styles.amount}>{money(order.amount)}</strong>,
          },
          { term: t('order.refunded'), detail: order.refunded ? money(order.refunded) : null },
          ...more,
          {
            term: t('order.paidAt'),
            detail: order.paid_at && format.date(order.paid_at, 'datetime'),
          },
          { term: t('order.channel'), detail: channelName(order.channel) },
          {
            term: t('order.work', { count: order.lines?.length ?? 1 }),
            detail: order.lines ? <OrderWorks order={order} /> : order.title,
          },
          {
            term: number,
            detail: (
              <span className={styles.number}>
                <code>{order.order_no}</code> <CopyButton label={number} text={order.order_no} />
              </span>
            ),
          },
        ]}
      />
    </div>
  )
}
