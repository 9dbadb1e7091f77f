import type { PaymentOrder } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { LinkButton } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { accountPage, feePage } from './fee-page.ts'
import { OrderFacts } from './order-facts.tsx'
import { ReceiptButton } from './order-papers.tsx'
import type { EndState } from './order-state.ts'
import styles from './paid-panel.module.css'

/** The provider is awaited: another payment would be refused, so none is offered. */
const AWAITED: readonly string[] = ['closing', 'processing']

/** No money came, and the fee is open again. */
const REFUSED: readonly string[] = ['bounced', 'failed']

type EndPanelProps = { order: PaymentOrder; state: EndState | 'closing' | 'processing' }

/** An order that ended otherwise: what happened to the money, and what can be done. */
export function EndPanel({ order, state }: EndPanelProps) {
  const { t } = useTranslation('payment')
  return (
    <>
      <OrderFacts order={order} />
      <div className={styles.actions}>
        {REFUSED.includes(state) && (
          <LinkButton type="primary" size="large" to={feePage(order)}>
            {t('again')}
          </LinkButton>
        )}
        <LinkButton
          type={AWAITED.includes(state) ? 'primary' : 'default'}
          size="large"
          to={accountPage(order)}
        >
          {t('account')}
        </LinkButton>
        {state.includes('refund') && <ReceiptButton order_no={order.order_no} />}
        {state.endsWith('refunded') && (
          <LinkButton size="large" to={paths.account('invoices')}>
            {t('papers.all')}
          </LinkButton>
        )}
        {state === 'review' && (
          <LinkButton size="large" to={paths.contact}>
            {t('contact')}
          </LinkButton>
        )}
      </div>
    </>
  )
}
