import { ACCOUNT_TYPES, RegisterForm } from '@awards/shared/domain'
import { zodRule } from '@awards/shared/ui'
import { Form, Input, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './fields.module.css'
import { OrganisationFields } from './organisation-fields.tsx'

/** Who registers: kind of account, name, organisation. */
export function PersonFields() {
  const { t } = useTranslation('shell')
  return (
    <>
      <Form.Item name="account_type" label={t('session.accountType')}>
        <Segmented
          block
          className={styles.types ?? ''}
          options={ACCOUNT_TYPES.map((value) => ({ value, label: t(`session.types.${value}`) }))}
        />
      </Form.Item>
      <div className={styles.pair}>
        <Form.Item
          name="first_name"
          label={t('session.firstName')}
          rules={[zodRule(RegisterForm.shape.first_name)]}
        >
          <Input autoComplete="given-name" />
        </Form.Item>
        <Form.Item
          name="last_name"
          label={t('session.lastName')}
          rules={[zodRule(RegisterForm.shape.last_name)]}
        >
          <Input autoComplete="family-name" />
        </Form.Item>
      </div>
      <OrganisationFields />
    </>
  )
}
