import type { PaymentOrder } from '@awards/shared/contract'
import { FEE_TYPE } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { DefinitionList, LinkButton, PageHeader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../common/use-money.ts'
import type { OrderState } from './order-state.ts'
import styles from './paid-panel.module.css'

type EndPanelProps = { order: PaymentOrder; state: Exclude<OrderState, 'waiting' | 'paid'> }

/** An order that ended otherwise: what happened to the money, and what can be done. */
export function EndPanel({ order, state }: EndPanelProps) {
  const { t } = useTranslation('payment')
  const money = useMoney(order.currency)
  const isEntry = order.fee_type === FEE_TYPE.entry
  const again = isEntry ? paths.pay(order.apply_order_id) : paths.payPackage(order.apply_order_id)
  const lead = order.is_duplicate ? `end.duplicate.${state}` : `end.${state}.lead`
  return (
    <>
      <PageHeader
        eyebrow={order.entry_no}
        title={t(`end.${state}.title`)}
        lead={t([lead, `end.${state}.lead`])}
      />
      <div className={styles.receipt}>
        <DefinitionList
          items={[
            { term: t('order.amount'), detail: money(order.amount) },
            { term: t('order.number'), detail: order.order_no },
            { term: t('order.work'), detail: order.title },
          ]}
        />
      </div>
      <div className={styles.actions}>
        {state === 'failed' && (
          <LinkButton type="primary" size="large" to={again}>
            {t('end.again')}
          </LinkButton>
        )}
        <LinkButton size="large" to={paths.account()}>
          {t('account')}
        </LinkButton>
        {state === 'review' && (
          <LinkButton size="large" to={paths.contact}>
            {t('end.contact')}
          </LinkButton>
        )}
      </div>
    </>
  )
}
