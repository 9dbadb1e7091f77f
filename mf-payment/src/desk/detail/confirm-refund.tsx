import { fieldErrors } from '@awards/shared/client'
import { useUnsavedWork } from '@awards/shared/session'
import { App, Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { problemOf } from '../common/problem-of.ts'
import { useConfirmRefundMutation } from '../desk.api.ts'
import styles from './rows.module.css'

type Values = { reference: string; value_date: string }
type ConfirmRefundProps = { number: string; onDone: () => void }

/** The bank's own words for a transfer that went back. */
export function ConfirmRefund({ number, onDone }: ConfirmRefundProps) {
  const { t } = useTranslation('books')
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [confirm, { isLoading }] = useConfirmRefundMutation()
  useUnsavedWork(() => form.isFieldsTouched())

  const send = async (values: Values) => {
    const answer = await confirm({ out_refund_no: number, ...values })
    if (!('error' in answer)) {
      void message.success(t('refund.confirmed'))
      return onDone()
    }
    const fields = fieldErrors(answer.error)
    if (fields.length > 0) form.setFields(fields as Parameters<typeof form.setFields>[0])
    else void message.error(problemOf(answer.error))
  }
  return (
    <Form form={form} layout="vertical" onFinish={(values) => void send(values)}>
      <div className={styles.fields}>
        <Form.Item
          name="reference"
          label={t('refund.reference')}
          rules={[{ required: true, whitespace: true, message: t('refund.referenceNeeded') }]}
        >
          <Input maxLength={80} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="value_date"
          label={t('refund.date')}
          rules={[{ required: true, message: t('refund.dateNeeded') }]}
        >
          <Input type="date" />
        </Form.Item>
      </div>
      <Button type="primary" htmlType="submit" loading={isLoading}>
        {t('refund.confirm')}
      </Button>
    </Form>
  )
}
