import { RegisterForm } from '@awards/shared/domain'
import { translateMessage } from '@awards/shared/i18n'
import { zodRule } from '@awards/shared/ui'
import { Form, Input, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './fields.module.css'

const STUDENT = 3
const needed = (sentence: string) => ({ required: true, message: translateMessage(sentence) })

/** A company gives its name, a student the school and the year of the diploma. */
export function OrganisationFields() {
  const { t } = useTranslation('shell')
  const accountType: number = Form.useWatch('account_type') ?? 1
  if (accountType === STUDENT) {
    return (
      <div className={styles.pair}>
        <Form.Item
          name="school"
          label={t('session.school')}
          rules={[needed('Give the name of the school'), zodRule(RegisterForm.shape.school)]}
        >
          <Input autoComplete="organization" />
        </Form.Item>
        <Form.Item
          name="graduation_year"
          label={t('session.graduation')}
          rules={[zodRule(RegisterForm.shape.graduation_year)]}
        >
          <InputNumber min={2000} max={2100} className={styles.full} />
        </Form.Item>
      </div>
    )
  }
  if (accountType === 1) return null
  return (
    <Form.Item
      name="company"
      label={t('session.company')}
      rules={[needed('Give the name of the company'), zodRule(RegisterForm.shape.company)]}
    >
      <Input autoComplete="organization" />
    </Form.Item>
  )
}
