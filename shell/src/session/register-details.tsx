import { Checkbox, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { CodeField } from './code-field.tsx'
import { CountryField } from './country-field.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { PersonFields } from './person-fields.tsx'
import { RegisterMore } from './register-more.tsx'
import { TermsField } from './terms-field.tsx'
import type { CodeSender } from './use-send-code.ts'

/** What follows once the code is on its way. */
export function RegisterDetails({ sender }: { sender: CodeSender }) {
  const { t } = useTranslation('shell')
  return (
    <>
      <CodeField sender={sender} />
      <PersonFields />
      <CountryField />
      <NewPasswordField label={t('session.choosePassword')} />
      <RegisterMore />
      <TermsField />
      <Form.Item name="newsletter" valuePropName="checked">
        <Checkbox>{t('session.newsletter')}</Checkbox>
      </Form.Item>
    </>
  )
}
