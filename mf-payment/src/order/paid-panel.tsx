import { openFile } from '@awards/shared/client'
import type { PaymentOrder } from '@awards/shared/contract'
import { FEE_TYPE } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { DefinitionList, LinkButton, PageHeader } from '@awards/shared/ui'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../common/use-money.ts'
import { usePaidEntryInvoiceMutation, usePaidPackageInvoiceMutation } from '../payment.api.ts'
import styles from './paid-panel.module.css'

/** The receipt. */
export function PaidPanel({ order }: { order: PaymentOrder }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const money = useMoney(order.currency)
  const isEntry = order.fee_type === FEE_TYPE.entry
  const [entryInvoice, entryState] = usePaidEntryInvoiceMutation()
  const [packageInvoice, packageState] = usePaidPackageInvoiceMutation()
  const open = async () => {
    const print = isEntry ? entryInvoice : packageInvoice
    const file = await print({ apply_order_id: order.apply_order_id })
      .unwrap()
      .catch(() => undefined)
    if (file) openFile(file.url)
  }
  return (
    <>
      <div className={styles.mark} aria-hidden="true" />
      <PageHeader
        eyebrow={order.entry_no}
        title={t('paid.title')}
        lead={t(isEntry ? 'paid.entry' : 'paid.package', { title: order.title })}
      />
      <div className={styles.receipt}>
        <DefinitionList
          items={[
            { term: t('order.amount'), detail: <strong>{money(order.amount)}</strong> },
            {
              term: t('order.paidAt'),
              detail: order.paid_at && format.date(order.paid_at, 'datetime'),
            },
            { term: t('order.channel'), detail: t(`channelName.${order.channel}`) },
            { term: t('order.number'), detail: order.order_no },
            { term: t('order.work'), detail: order.title },
          ]}
        />
        {order.is_late && <p className={styles.late}>{t('paid.late')}</p>}
      </div>
      <div className={styles.actions}>
        <LinkButton type="primary" size="large" to={paths.account(isEntry ? undefined : 'awards')}>
          {t('account')}
        </LinkButton>
        <Button
          size="large"
          loading={entryState.isLoading || packageState.isLoading}
          onClick={() => void open()}
        >
          {t('paid.invoice')}
        </Button>
      </div>
    </>
  )
}
