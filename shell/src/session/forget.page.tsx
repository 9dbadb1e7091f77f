import { useApiMutation } from '@awards/shared/client'
import { session } from '@awards/shared/contract'
import { ResetPasswordForm as Rules } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { zodRule } from '@awards/shared/ui'
import { App, Button, Form, Input } from 'antd'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { z } from 'zod'
import { CodeField, useSendCode } from './code-fields.tsx'
import { NewPasswordField } from './password-fields.tsx'
import { SplitScreen } from './split-screen.tsx'
import { useFinishSignIn } from './redirect.ts'
import { useSubmit } from './use-submit.ts'

type Values = z.input<typeof Rules>
/** The address that was written on /login already. */
const Brought = z.object({ email: z.string() }).partial().catch({})

/** /forget: a code by e-mail, then a new password; the answer is the same for unknown addresses. */
export function Component() {
  const { t } = useTranslation('shell')
  const [form] = Form.useForm<Values>()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const arrive = useFinishSignIn()
  const { search, state } = useLocation()
  const sender = useSendCode(form, 'reset')
  const [reset, { isLoading }] = useApiMutation(session.resetPassword)
  const [login] = useApiMutation(session.login)
  const back = { pathname: paths.login(), search }
  const submit = useSubmit(
    form,
    async (values: Values) => {
      const { email, password } = values
      await reset({ ...values, password_confirmation: password }).unwrap()
      void message.success(t('session.forgetDone'))
      return login({ email, password })
        .unwrap()
        .catch(() => undefined)
    },
    (answer) => (answer ? arrive(answer) : void navigate(back)),
  )
  const sendFirst = (event: KeyboardEvent) => {
    if (sender.sentTo) return
    event.preventDefault()
    void sender.send().then((isSent) => isSent && form.getFieldInstance('code')?.focus())
  }
  return (
    <SplitScreen title={t('session.forgetTitle')} lead={t('session.forgetLead')}>
      <Form
        form={form}
        name="forget"
        layout="vertical"
        requiredMark={false}
        validateTrigger="onBlur"
        initialValues={Brought.parse(state)}
        scrollToFirstError={{ focus: true }}
        onFinish={submit}
      >
        <Form.Item name="email" label={t('session.email')} rules={[zodRule(Rules.shape.email)]}>
          <Input type="email" autoComplete="username" inputMode="email" onPressEnter={sendFirst} />
        </Form.Item>
        <CodeField sender={sender} />
        <NewPasswordField label={t('session.newPassword')} />
        <Form.Item>
          <Button type="primary" htmlType="submit" size="large" block loading={isLoading}>
            {t('session.submitForget')}
          </Button>
        </Form.Item>
        <Link to={back}>{t('session.backToSignIn')}</Link>
      </Form>
    </SplitScreen>
  )
}
