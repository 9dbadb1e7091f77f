import { ACCOUNT_TYPES, RegisterForm } from '@awards/shared/domain'
import { useLanguage } from '@awards/shared/i18n'
import { zodRule } from '@awards/shared/ui'
import { Form, Input, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './fields.module.css'
import { OrganisationFields } from './organisation-fields.tsx'

const AUTOFILL = { first_name: 'given-name', last_name: 'family-name' } as const
const GIVEN_FIRST = ['first_name', 'last_name'] as const
const FAMILY_FIRST = ['last_name', 'first_name'] as const

/** Who registers: kind of account, name, organisation. */
export function PersonFields() {
  const { t } = useTranslation('shell')
  const names = useLanguage() === 'zh' ? FAMILY_FIRST : GIVEN_FIRST
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
        {names.map((name) => (
          <Form.Item
            key={name}
            name={name}
            label={t(`session.names.${name}`)}
            rules={[zodRule(RegisterForm.shape[name])]}
          >
            <Input autoComplete={AUTOFILL[name]} />
          </Form.Item>
        ))}
      </div>
      <OrganisationFields />
    </>
  )
}
