import type { PaymentOrder } from '@awards/shared/contract'
import { FEE_TYPE } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { LinkButton, PageHeader } from '@awards/shared/ui'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../common/use-money.ts'
import styles from './bank-panel.module.css'
import { CopyText } from './copy-text.tsx'
import { useHandedAction } from './handed-action.ts'
import type { OrderState } from './order-state.ts'

/** An IBAN in groups of four, as people read it. */
const grouped = (iban: string) => iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ')

/** The account and the reference for a transfer. */
export function BankPanel({ order, state }: { order: PaymentOrder; state: OrderState }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const money = useMoney(order.currency)
  const account = useHandedAction()
  const back =
    order.fee_type === FEE_TYPE.entry
      ? paths.pay(order.apply_order_id)
      : paths.payPackage(order.apply_order_id)
  return (
    <>
      <PageHeader
        eyebrow={order.entry_no}
        title={t('bank.title', { amount: money(order.amount) })}
        lead={t(state === 'expired' ? 'bank.late' : 'bank.lead', {
          date: format.date(order.expires_at),
        })}
      />
      <div className={styles.details}>
        <CopyText label={t('bank.reference')} text={order.order_no} />
        {account?.type === 'bank' ? (
          <>
            <CopyText label={t('bank.holder')} text={account.holder} />
            <CopyText label="IBAN" text={grouped(account.iban)} />
            <CopyText label="BIC" text={account.bic} />
          </>
        ) : (
          <Alert
            type="info"
            title={t('bank.again')}
            action={<LinkButton to={back}>{t('bank.show')}</LinkButton>}
          />
        )}
      </div>
      <p className={styles.note}>{t('bank.note')}</p>
      <div className={styles.actions}>
        <LinkButton type="primary" to={paths.account()}>
          {t('account')}
        </LinkButton>
        <LinkButton to={back}>{t('wallet.another')}</LinkButton>
      </div>
    </>
  )
}
