import { Code } from '@awards/shared/domain'
import { zodRule } from '@awards/shared/ui'
import { Button, Form, Input, Space } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { digitsOf } from './digits-of.ts'
import styles from './fields.module.css'

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
