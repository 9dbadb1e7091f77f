import { CODE_RESEND_SECONDS, Code, type VerifyCodeForm } from '@awards/shared/domain'
import { fieldErrors } from '@awards/shared/client'
import { zodRule } from '@awards/shared/ui'
import { App, Button, Form, Input, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useVerifyCodeMutation } from './session.api.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

type CodeFieldProps = { scene: z.input<typeof VerifyCodeForm>['scene'] }

/** The code from the mail, with the button that sends it to the address of the same form. */
export function CodeField({ scene }: CodeFieldProps) {
  const { t } = useTranslation('shell')
  const form = Form.useFormInstance()
  const { message } = App.useApp()
  const [send, { isLoading }] = useVerifyCodeMutation()
  const [secondsLeft, wait] = useSecondsLeft()

  const sendCode = async () => {
    try {
      const { email } = await form.validateFields(['email'])
      const { resend_after } = await send({ email, scene }).unwrap()
      wait(resend_after || CODE_RESEND_SECONDS)
      void message.success(t('session.codeSent'))
      form.getFieldInstance('code')?.focus()
    } catch (error) {
      form.setFields(fieldErrors(error))
    }
  }

  return (
    <Form.Item
      label={t('session.code')}
      htmlFor={`${scene}_code`}
      required
      extra={t('session.codeHint')}
    >
      <Space.Compact block>
        <Form.Item name="code" noStyle rules={[zodRule(Code)]}>
          <Input
            id={`${scene}_code`}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
          />
        </Form.Item>
        <Button onClick={sendCode} loading={isLoading} disabled={secondsLeft > 0}>
          {secondsLeft > 0 ? t('session.resendIn', { count: secondsLeft }) : t('session.sendCode')}
        </Button>
      </Space.Compact>
    </Form.Item>
  )
}
