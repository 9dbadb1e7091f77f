import type { PaymentRow } from '@awards/shared/contract'
import { useFormat, useLanguage } from '@awards/shared/i18n'
import { amountField } from '@awards/shared/kernel/amount-field'
import { Form, Input, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import dialog from '../common/dialog.module.css'

export const MINOR_UNITS = 100

/** The trace of a transfer at the bank; the amount is that of the announced order. */
export function FeeEvidence({ order }: { order: PaymentRow | undefined }) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  const amount = amountField(useLanguage())
  const required = (key: string) => [{ required: true, message: t(key) }]
  return (
    <>
      {order && (
        <p className={dialog.text}>
          {t('fee.expected', {
            amount: format.money({ amount_minor: order.amount, currency: order.currency }),
            reference: order.order_no,
          })}
        </p>
      )}
      <Form.Item
        name={['evidence', 'amount_minor']}
        label={t('fee.amount')}
        initialValue={order && order.amount / MINOR_UNITS}
        key={order?.order_no}
        rules={required('fee.amountNeeded')}
      >
        <InputNumber<number> {...amount} className={dialog.wide ?? ''} min={0} />
      </Form.Item>
      <Form.Item
        name={['evidence', 'value_date']}
        label={t('fee.date')}
        rules={required('fee.dateNeeded')}
      >
        <Input type="date" />
      </Form.Item>
      <Form.Item
        name={['evidence', 'reference']}
        label={t('fee.reference')}
        rules={required('fee.referenceNeeded')}
      >
        <Input maxLength={80} />
      </Form.Item>
    </>
  )
}
