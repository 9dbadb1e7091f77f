import { CHANNEL_FACTS, majorUnits, minorUnits } from '@awards/shared/domain'
import { fieldErrors, useApiMutation, failureSentence } from '@awards/shared/client'
import { useFormat, useLanguage } from '@awards/shared/i18n'
import { amountField } from '@awards/shared/forms/amount-field'
import { useUnsavedWork } from '@awards/shared/session'
import { App, Button, Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './payment-detail.module.css'
import { money, type Output } from '@awards/shared/contract'
import { Amount } from './finance-list.tsx'

export type Payment = Output<typeof money.payment>

/** The payment's timeline, oldest first: event, time, actor, reference. */
export function PaymentHistory({ payment }: { payment: Payment }) {
  const { t } = useTranslation('books')
  const format = useFormat()
  return (
    <ol className={styles.events} role="list">
      {payment.timeline.map(({ moment, at, by, amount_minor, reference }, index) => (
        <li key={`${moment} ${at} ${index}`} className={styles.event}>
          <p className={styles.what}>
            <span>{t(`history.moment.${moment}`)}</span>
            {amount_minor !== null && <Amount minor={amount_minor} currency={payment.currency} />}
          </p>
          <p className={styles.facts}>
            <time dateTime={at}>{format.date(at, 'datetime')}</time>
            <span>{t(`history.by.${by}`)}</span>
            {reference && <span className={styles.reference}>{reference}</span>}
          </p>
        </li>
      ))}
    </ol>
  )
}

/** The amount is typed in units of its currency and sent in minor ones. */
type Values = { apply_order_id?: string; amount_minor: number; reason: string }

/** The works of a payment for several of which something is left to refund. */
const linesLeft = ({ lines = [], refundable_of = [] }: Payment) =>
  lines.flatMap((line) => {
    const left =
      refundable_of.find((one) => one.apply_order_id === line.apply_order_id)?.amount ?? 0
    return left > 0 ? [{ ...line, left }] : []
  })

/** Refunds at most the amount left; asks to confirm first, and a double press sends one request. */
export function RefundForm({ payment }: { payment: Payment }) {
  const { t } = useTranslation('books')
  const { message, modal } = App.useApp()
  const format = useFormat()
  const [form] = Form.useForm<Values>()
  const [refund, { isLoading }] = useApiMutation(money.refundPayment)
  useUnsavedWork(() => form.isFieldsTouched())
  const { order_no, currency } = payment
  const amount = amountField(useLanguage(), currency)
  const units = (amount_minor: number) => majorUnits({ amount_minor, currency })
  const lines = linesLeft(payment)
  const chosen = Form.useWatch('apply_order_id', form) ?? lines[0]?.apply_order_id
  const line = lines.find((one) => one.apply_order_id === chosen)
  const refundable = line?.left ?? payment.refundable
  const sum = (amount_minor: number) => format.money({ amount_minor, currency })
  const by = CHANNEL_FACTS[payment.channel].isManual ? 'transfer' : 'provider'

  const send = async ({ amount_minor, ...values }: Values) => {
    const answer = await refund({ order_no, amount_minor, ...values })
    if (!('error' in answer)) {
      form.resetFields()
      return void message.success(t('refund.asked', { amount: sum(amount_minor) }))
    }
    const fields = fieldErrors(answer.error)
    if (fields.length > 0) form.setFields(fields as Parameters<typeof form.setFields>[0])
    else void message.error(failureSentence(answer.error))
  }
  const ask = ({ amount_minor: typed, ...values }: Values) => {
    const amount_minor = minorUnits(typed, currency)
    void modal.confirm({
      title: t('refund.sure', {
        amount: sum(amount_minor),
        payer: payment.is_payer_hidden ? payment.order_no : payment.payer,
      }),
      content: t(`refund.what.${by}`),
      okText: t('refund.do', { amount: sum(amount_minor) }),
      cancelText: t('cancel'),
      autoFocusButton: 'cancel',
      onOk: () => send({ amount_minor, ...values }),
    })
  }
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{
        apply_order_id: lines[0]?.apply_order_id,
        amount_minor: units(lines[0]?.left ?? payment.refundable),
      }}
      onFinish={ask}
    >
      {lines.length > 0 && (
        <Form.Item name="apply_order_id" label={t('refund.work')}>
          <Select
            options={lines.map(({ apply_order_id, entry_no, title, left }) => ({
              value: apply_order_id,
              // A long title is cut; what can be sent back is not.
              label: `${entry_no} · ${sum(left)} · ${title}`,
            }))}
            onChange={(id: string) => {
              const left = lines.find((one) => one.apply_order_id === id)?.left ?? 0
              form.setFieldValue('amount_minor', units(left))
            }}
          />
        </Form.Item>
      )}
      <Form.Item
        name="amount_minor"
        label={t('refund.amount', { currency })}
        extra={t('refund.left', { amount: sum(refundable) })}
        rules={[{ required: true, message: t('refund.amountNeeded') }]}
      >
        <InputNumber<number>
          {...amount}
          className={styles.wide ?? ''}
          min={units(1)}
          max={units(refundable)}
        />
      </Form.Item>
      <Form.Item
        name="reason"
        label={t('refund.reason')}
        rules={[{ required: true, min: 5, whitespace: true, message: t('refund.reasonNeeded') }]}
      >
        <Input.TextArea maxLength={500} rows={2} />
      </Form.Item>
      <Button htmlType="submit" danger loading={isLoading}>
        {t('refund.submit')}
      </Button>
    </Form>
  )
}
