import { fieldErrors } from '@awards/shared/client'
import { App, Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { problemOf } from '../common/problem-of.ts'
import { useCompareDayMutation } from '../desk.api.ts'
import styles from './day-list.module.css'

type Values = { day: string }

/** Compares a day again at once, for instance after a service has corrected its statement. */
export function CompareForm() {
  const { t } = useTranslation('books')
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [compare, { isLoading }] = useCompareDayMutation()

  const send = async ({ day }: Values) => {
    const answer = await compare({ day })
    if (!('error' in answer)) {
      const isEqual = answer.data?.every(({ status }) => status === 'equal') ?? false
      return void (isEqual
        ? message.success(t('day.nowEqual'))
        : message.warning(t('day.nowDiffers')))
    }
    const fields = fieldErrors(answer.error)
    if (fields.length > 0) form.setFields(fields as Parameters<typeof form.setFields>[0])
    else void message.error(problemOf(answer.error))
  }
  return (
    <Form
      form={form}
      layout="vertical"
      className={styles.form ?? ''}
      onFinish={(values) => void send(values)}
    >
      <Form.Item name="day" rules={[{ required: true, message: t('day.needed') }]}>
        <Input type="date" aria-label={t('day.choose')} />
      </Form.Item>
      <Button htmlType="submit" loading={isLoading}>
        {t('day.compare')}
      </Button>
    </Form>
  )
}
