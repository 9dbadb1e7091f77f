import { LoginForm as Rules } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { zodRule } from '@awards/shared/ui'
import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLoginMutation } from './session.api.ts'
import { useArrive } from './use-arrive.ts'
import { useSubmit } from './use-submit.ts'

type Values = { email: string; password: string }

/** E-mail address and password. */
export function LoginForm() {
  const { t } = useTranslation('shell')
  const [form] = Form.useForm<Values>()
  const [login, { isLoading }] = useLoginMutation()
  const submit = useSubmit(form, (values: Values) => login(values).unwrap(), useArrive())
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
        extra={<Link to={paths.forget}>{t('session.forgot')}</Link>}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" block loading={isLoading}>
        {t('session.submitSignIn')}
      </Button>
    </Form>
  )
}
