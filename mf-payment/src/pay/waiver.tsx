import { useFormat } from '@awards/shared/i18n'
import { Checkbox, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSiteTimeQuery } from '../payment.api.ts'
import { needsWaiver } from './needs-waiver.ts'
import styles from './waiver.module.css'

/** A consumer's wish that the service begins within the time for withdrawal; asked only where it does. */
export function Waiver() {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const { data } = useSiteTimeQuery()
  const begins = data?.judging.starts_at
  if (!data || !begins || !needsWaiver(data.server_now, begins)) return null
  return (
    <Form.Item
      name="consumer_waiver"
      valuePropName="checked"
      className={styles.waiver ?? ''}
      extra={t('waiver.note', { date: format.date(begins) })}
    >
      <Checkbox>{t('waiver.text')}</Checkbox>
    </Form.Item>
  )
}
