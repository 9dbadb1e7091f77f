import { LoginForm as Rules } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { zodRule } from '@awards/shared/ui'
import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { PasswordInput } from './password-input.tsx'
import { useLoginMutation } from './session.api.ts'
import { useArrive } from './use-arrive.ts'
import { useSubmit } from './use-submit.ts'

type Values = { email: string; password: string }

/** E-mail address and password. */
export function LoginForm() {
  const { t } = useTranslation('shell')
  const { search } = useLocation()
  const [form] = Form.useForm<Values>()
  const [login, { isLoading }] = useLoginMutation()
  const submit = useSubmit(form, (values: Values) => login(values).unwrap(), useArrive())
  const email: unknown = Form.useWatch('email', form)
  return (
    <Form
      form={form}
      name="login"
      layout="vertical"
      requiredMark={false}
      validateTrigger="onBlur"
      scrollToFirstError={{ focus: true }}
      onFinish={submit}
    >
      <Form.Item name="email" label={t('session.email')} rules={[zodRule(Rules.shape.email)]}>
        <Input type="email" autoComplete="username" inputMode="email" />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('session.password')}
        rules={[zodRule(Rules.shape.password)]}
        extra={
          <Link to={{ pathname: paths.forget, search }} state={{ email }}>
            {t('session.forgot')}
          </Link>
        }
      >
        <PasswordInput autoComplete="current-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" block loading={isLoading}>
        {t('session.submitSignIn')}
      </Button>
    </Form>
  )
}
