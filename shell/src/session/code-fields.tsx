import { type ChangeEvent, useEffect } from 'react'
import { Code } from '@awards/shared/domain'
import { zodRule } from '@awards/shared/ui'
import { Button, Form, Input, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './code-fields.module.css'
import type { CodeSender } from './use-send-code.ts'

/** Whatever is pasted, six digits are left of it: `123 456`, or a whole line of the mail. */
const digitsOf = (event: ChangeEvent<HTMLInputElement>) =>
  event.target.value.replace(/\D/g, '').slice(0, 6)

type DigitsFieldProps = {
  /** Why a code is asked for, and where it is. */
  text: string
  /** Until another code may be sent. */
  secondsLeft: number
  onSend: () => Promise<void>
}

/** The code that the site has sent by itself; the sixth digit sends the form. */
export function DigitsField({ text, secondsLeft, onSend }: DigitsFieldProps) {
  const { t } = useTranslation('shell')
  const form = Form.useFormInstance()
  const isWaiting = secondsLeft > 0
  useEffect(() => form.getFieldInstance('code')?.focus(), [form])
  return (
    <>
      <p className={styles.sent}>{text}</p>
      <Form.Item
        label={t('session.code')}
        htmlFor="sent_code"
        required
        extra={t('session.codeHint')}
      >
        <Space.Compact block>
          <Form.Item name="code" noStyle rules={[zodRule(Code)]} getValueFromEvent={digitsOf}>
            <Input
              id="sent_code"
              inputMode="numeric"
              autoComplete="one-time-code"
              onChange={(event) => {
                if (digitsOf(event).length === 6) form.submit()
              }}
            />
          </Form.Item>
          <Button onClick={onSend} disabled={isWaiting}>
            {t(isWaiting ? 'session.resendIn' : 'session.sendAgain', { count: secondsLeft })}
          </Button>
        </Space.Compact>
      </Form.Item>
    </>
  )
}

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
