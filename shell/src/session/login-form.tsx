import { LoginForm as Rules } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { zodRule } from '@awards/shared/ui'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { LoginCode } from './login-code.tsx'
import { PasswordInput } from './password-input.tsx'
import { useLoginMutation } from './session.api.ts'
import { useArrive } from './use-arrive.ts'
import { useSubmit } from './use-submit.ts'
import { waitForCode } from './wait-for-code.ts'

type Values = { email: string; password: string }
type Asked = Values & { wait: number }

/** E-mail address and password; a juror on a device that is not known is asked for a code as well. */
export function LoginForm() {
  const { t } = useTranslation('shell')
  const { search } = useLocation()
  const [form] = Form.useForm<Values>()
  const [asked, setAsked] = useState<Asked>()
  const [login, { isLoading }] = useLoginMutation()
  const signIn = (values: Values) =>
    login(values)
      .unwrap()
      .catch((error: unknown) => {
        const wait = waitForCode(error)
        if (wait === undefined) throw error
        setAsked({ ...values, wait })
        return undefined
      })
  const arrive = useArrive()
  const submit = useSubmit(form, signIn, (answer) => answer && arrive(answer))
  const email: unknown = Form.useWatch('email', form)
  const goBack = () => {
    setAsked(undefined)
    // Once the field is on screen again.
    setTimeout(() => form.getFieldInstance('password')?.focus())
  }
  return (
    <>
      {asked ? <LoginCode {...asked} onBack={goBack} /> : null}
      <div hidden={asked !== undefined}>
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
      </div>
    </>
  )
}
