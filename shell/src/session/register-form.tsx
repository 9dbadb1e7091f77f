import { RegisterForm as Rules } from '@awards/shared/domain'
import { useLanguage } from '@awards/shared/i18n'
import { useUnsavedWork } from '@awards/shared/session'
import { zodRule } from '@awards/shared/ui'
import { Button, Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { CodeField } from './code-field.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { PersonFields } from './person-fields.tsx'
import { RegisterCodes } from './register-codes.tsx'
import { useRegisterMutation } from './session.api.ts'
import { TermsField } from './terms-field.tsx'
import { useArrive } from './use-arrive.ts'
import { useSubmit } from './use-submit.ts'

type Values = z.input<typeof Rules>

/** An empty field of the form is a field that was not filled in. */
const filled = (values: Values): Values => {
  const entries = Object.entries(values).filter(([, value]) => value !== '' && value !== null)
  return Object.fromEntries(entries) as Values
}

/** A new account: the address is proven by a code before anything else is looked at. */
export function RegisterForm() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const [form] = Form.useForm<Values>()
  useUnsavedWork(() => form.isFieldsTouched())
  const [register, { isLoading }] = useRegisterMutation()
  const call = (values: Values) => register({ ...filled(values), language }).unwrap()
  const submit = useSubmit(form, call, useArrive())
  return (
    <Form
      form={form}
      name="register"
      layout="vertical"
      requiredMark={false}
      validateTrigger="onBlur"
      initialValues={{ account_type: 1, newsletter: false }}
      scrollToFirstError={{ focus: true }}
      onFinish={submit}
    >
      <Form.Item name="email" label={t('session.email')} rules={[zodRule(Rules.shape.email)]}>
        <Input type="email" autoComplete="email" inputMode="email" />
      </Form.Item>
      <CodeField scene="register" />
      <NewPasswordFields label={t('session.choosePassword')} />
      <PersonFields />
      <RegisterCodes />
      <TermsField />
      <Form.Item name="newsletter" valuePropName="checked">
        <Checkbox>{t('session.newsletter')}</Checkbox>
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" block loading={isLoading}>
        {t('session.submitRegister')}
      </Button>
    </Form>
  )
}
