import { TRUST_DAYS } from '@awards/shared/domain'
import { useSecondsLeft } from '@awards/shared/ui'
import { App, Button, Checkbox, Form } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { DigitsField } from './digits-field.tsx'
import styles from './fields.module.css'
import { waitForCode } from './wait-for-code.ts'
import { useLoginMutation } from './session.api.ts'
import { useArrive } from './use-arrive.ts'
import { useSubmit } from './use-submit.ts'

type LoginCodeProps = { email: string; password: string; wait: number; onBack: () => void }
type Values = { code: string; trust_device: boolean }

/** The second step of a juror's sign-in: the code that has been sent to the address. */
export function LoginCode({ email, password, wait: first, onBack }: LoginCodeProps) {
  const { t } = useTranslation('shell')
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [login, { isLoading }] = useLoginMutation()
  const [secondsLeft, wait] = useSecondsLeft()
  const submit = useSubmit(
    form,
    (values: Values) => login({ email, password, ...values }).unwrap(),
    useArrive(),
  )
  useEffect(() => wait(first), [first, wait])
  const sendAgain = async () => {
    form.getFieldInstance('code')?.focus()
    const seconds = await login({ email, password })
      .unwrap()
      .then(() => undefined, waitForCode)
    if (seconds === undefined) return
    wait(seconds)
    void message.success(t('session.codeSentAgain'))
  }
  return (
    <Form
      form={form}
      name="login_code"
      layout="vertical"
      requiredMark={false}
      initialValues={{ trust_device: true }}
      onFinish={submit}
    >
      <DigitsField
        text={t('session.newDevice', { email })}
        secondsLeft={secondsLeft}
        onSend={sendAgain}
      />
      <Form.Item name="trust_device" valuePropName="checked" extra={t('session.trustHint')}>
        <Checkbox>{t('session.trust', { count: TRUST_DAYS })}</Checkbox>
      </Form.Item>
      <Form.Item>
        <Button type="primary" htmlType="submit" size="large" block loading={isLoading}>
          {t('session.submitSignIn')}
        </Button>
      </Form.Item>
      <Button type="link" className={styles.more ?? ''} onClick={onBack}>
        {t('session.otherAccount')}
      </Button>
    </Form>
  )
}
