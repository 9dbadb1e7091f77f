import { money } from '@awards/shared/contract'
import { fieldErrors, openFile, useApiMutation, failureSentence } from '@awards/shared/client'
import { App, Button, Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './book-exports.module.css'

const dayText = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** The month that is over: what an accountant asks for most. */
export function lastMonth(now: Date): { from: string; to: string } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return { from: dayText(year, month - 1, 1), to: dayText(year, month, 0) }
}

const KINDS = ['ledger', 'invoices', 'e_reporting'] as const
type Values = { kind: (typeof KINDS)[number]; from: string; to: string }

/** Copies of the books for the accountant and for the tax office. */
export function BookExports() {
  const { t } = useTranslation('books')
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [period] = useState(() => lastMonth(new Date()))
  const [exportBooks, { isLoading }] = useApiMutation(money.exportBooks)

  const send = async (values: Values) => {
    const answer = await exportBooks(values)
    if (!('error' in answer)) {
      openFile(answer.data?.url)
      return void message.success(t('book.done', { count: answer.data?.rows ?? 0 }))
    }
    const fields = fieldErrors(answer.error)
    if (fields.length > 0) form.setFields(fields as Parameters<typeof form.setFields>[0])
    else void message.error(failureSentence(answer.error))
  }
  const day = (name: 'from' | 'to') => (
    <Form.Item
      name={name}
      label={t(`book.${name}`)}
      rules={[{ required: true, message: t('day.needed') }]}
    >
      <Input type="date" />
    </Form.Item>
  )
  return (
    <Form
      form={form}
      layout="vertical"
      className={styles.form ?? ''}
      initialValues={{ kind: 'ledger', ...period }}
      onFinish={(values) => void send(values)}
    >
      <p className={styles.lead}>{t('book.lead')}</p>
      <Form.Item name="kind" label={t('book.kind')}>
        <Radio.Group className={styles.kinds ?? ''}>
          {KINDS.map((kind) => (
            <Radio key={kind} value={kind} className={styles.kind ?? ''}>
              <span className={styles.name}>{t(`book.name.${kind}`)}</span>
              <span className={styles.text}>{t(`book.text.${kind}`)}</span>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <div className={styles.days}>
        {day('from')}
        {day('to')}
      </div>
      <Button type="primary" htmlType="submit" loading={isLoading}>
        {t('book.submit')}
      </Button>
    </Form>
  )
}
