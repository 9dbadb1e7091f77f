import { fieldErrors } from '@awards/shared/client'
import { Code } from '@awards/shared/domain'
import { useSecondsLeft, zodRule } from '@awards/shared/ui'
import { App, Button, Form, Input, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import { useEmailCodeMutation } from '../../entrant.api.ts'

const ID = 'change_email_code'

/** The code from the mail, with the button that sends it to the new address. */
export function EmailCodeField() {
  const { t } = useTranslation('entrant')
  const form = Form.useFormInstance()
  const { message } = App.useApp()
  const [send, { isLoading }] = useEmailCodeMutation()
  const [secondsLeft, wait] = useSecondsLeft()
  const sendCode = async () => {
    try {
      const { email } = await form.validateFields(['email'])
      const { resend_after } = await send({ email, scene: 'change_email' }).unwrap()
      wait(resend_after)
      void message.success(t('profile.codeSent'))
      form.getFieldInstance('code')?.focus()
    } catch (error) {
      form.setFields(fieldErrors(error))
    }
  }
  return (
    <Form.Item label={t('profile.code')} htmlFor={ID} extra={t('profile.codeHint')}>
      <Space.Compact block>
        <Form.Item name="code" noStyle rules={[zodRule(Code)]}>
          <Input id={ID} inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
        </Form.Item>
        <Button onClick={sendCode} loading={isLoading} disabled={secondsLeft > 0}>
          {secondsLeft > 0 ? t('profile.resendIn', { count: secondsLeft }) : t('profile.sendCode')}
        </Button>
      </Space.Compact>
    </Form.Item>
  )
}
