import { session } from '@awards/shared/contract'
import { CODE_RESEND_SECONDS, type VerifyCodeForm, Code } from '@awards/shared/domain'
import { failureOf, fieldErrors, useApiMutation } from '@awards/shared/client'
import { useSecondsLeft, zodRule } from '@awards/shared/ui'
import { App, type FormInstance, Button, Form, Input, Space } from 'antd'
import { useState, type ChangeEvent, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import styles from './code-fields.module.css'

export type CodeSender = ReturnType<typeof useSendCode>

/** Sends a code to the address that stands in a form, and knows when it may be sent again. */
export function useSendCode(form: FormInstance, scene: z.input<typeof VerifyCodeForm>['scene']) {
  const { t } = useTranslation('shell')
  const { message } = App.useApp()
  const [call, { isLoading }] = useApiMutation(session.verifyCode)
  const [secondsLeft, wait] = useSecondsLeft()
  const [sentTo, setSentTo] = useState<string>()

  /** True once a code is on its way, also when that was the case before. */
  const send = async (): Promise<boolean> => {
    const { email } = await form.validateFields(['email']).catch(() => ({ email: undefined }))
    if (!email) {
      form.getFieldInstance('email')?.focus()
      return false
    }
    try {
      const { resend_after } = await call({ email, scene }).unwrap()
      wait(resend_after || CODE_RESEND_SECONDS)
      setSentTo(email)
      void message.success(t('session.codeSent'))
      return true
    } catch (error) {
      form.setFields(fieldErrors(error))
      return isWaiting(error)
    }
  }
  return { send, sentTo, secondsLeft, isLoading }
}

// 429 for a second request within a minute: the first code is still valid.
const Wait = z.object({ retry_after: z.number().max(CODE_RESEND_SECONDS) })

function isWaiting(error: unknown): boolean {
  const failure = failureOf(error)
  if (failure.kind !== 'business' || failure.code !== 429) return false
  return Wait.safeParse(failure.data).success
}

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
