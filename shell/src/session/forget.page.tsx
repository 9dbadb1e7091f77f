import { ResetPasswordForm as Rules } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { zodRule } from '@awards/shared/ui'
import { App, Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import { CodeField } from './code-field.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useResetPasswordMutation } from './session.api.ts'
import { SplitScreen } from './split-screen.tsx'
import { useSubmit } from './use-submit.ts'

type Values = z.input<typeof Rules>

/** /forget: a code by e-mail, then a new password; the answer is the same for unknown addresses. */
export function Component() {
  const { t } = useTranslation('shell')
  const [form] = Form.useForm<Values>()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const [reset, { isLoading }] = useResetPasswordMutation()
  const submit = useSubmit(
    form,
    (values: Values) => reset(values).unwrap(),
    () => {
      void message.success(t('session.forgetDone'))
      void navigate(paths.login())
    },
  )
  return (
    <SplitScreen title={t('session.forgetTitle')} lead={t('session.forgetLead')}>
      <Form
        form={form}
        name="forget"
        layout="vertical"
        requiredMark={false}
        validateTrigger="onBlur"
        scrollToFirstError={{ focus: true }}
        onFinish={submit}
      >
        <Form.Item name="email" label={t('session.email')} rules={[zodRule(Rules.shape.email)]}>
          <Input type="email" autoComplete="username" inputMode="email" />
        </Form.Item>
        <CodeField scene="reset" />
        <NewPasswordFields label={t('session.newPassword')} />
        <Form.Item>
          <Button type="primary" htmlType="submit" size="large" block loading={isLoading}>
            {t('session.submitForget')}
          </Button>
        </Form.Item>
        <Link to={paths.login()}>{t('session.backToSignIn')}</Link>
      </Form>
    </SplitScreen>
  )
}
