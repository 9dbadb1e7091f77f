import { Code } from '@awards/shared/domain'
import { zodRule } from '@awards/shared/ui'
import { Button, Form, Input, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import { digitsOf } from './digits-of.ts'
import type { CodeSender } from './use-send-code.ts'

type CodeFieldProps = { sender: CodeSender }

/** The code from the mail, with the button that sends it to the address of the same form. */
export function CodeField({ sender }: CodeFieldProps) {
  const { t } = useTranslation('shell')
  const form = Form.useFormInstance()
  const email: unknown = Form.useWatch('email', form)
  const { send, sentTo, secondsLeft, isLoading } = sender
  // Another address need not wait.
  const isWaiting = secondsLeft > 0 && email === sentTo

  const sendCode = async () => {
    if (await send()) form.getFieldInstance('code')?.focus()
  }

  return (
    <Form.Item
      label={t('session.code')}
      htmlFor="email_code"
      required
      extra={sentTo ? t('session.codeSentTo', { email: sentTo }) : t('session.codeHint')}
    >
      <Space.Compact block>
        <Form.Item name="code" noStyle rules={[zodRule(Code)]} getValueFromEvent={digitsOf}>
          <Input id="email_code" inputMode="numeric" autoComplete="one-time-code" />
        </Form.Item>
        <Button onClick={sendCode} loading={isLoading} disabled={isWaiting}>
          {t(isWaiting ? 'session.resendIn' : sentTo ? 'session.sendAgain' : 'session.sendCode', {
            count: secondsLeft,
          })}
        </Button>
      </Space.Compact>
    </Form.Item>
  )
}
