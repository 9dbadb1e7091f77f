import type { PaymentOrder } from '@awards/shared/contract'
import { LinkButton } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { accountPage } from './fee-page.ts'
import { NextSteps } from './next-steps.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderPapers } from './order-papers.tsx'
import type { PaidState } from './order-state.ts'
import styles from './paid-panel.module.css'

/** What was paid, the papers about it, and what comes next. */
export function PaidPanel({ order, state }: { order: PaymentOrder; state: PaidState }) {
  const { t } = useTranslation('payment')
  return (
    <>
      <div className={styles.columns}>
        <div>
          <OrderFacts order={order} />
          {state === 'paid_late' && <p className={styles.note}>{t('state.paid.late')}</p>}
          <div className={styles.actions}>
            <LinkButton type="primary" size="large" to={accountPage(order)}>
              {t('account')}
            </LinkButton>
            <OrderPapers order={order} />
          </div>
        </div>
        <NextSteps order={order} />
      </div>
    </>
  )
}
