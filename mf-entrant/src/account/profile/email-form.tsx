import { account, session } from '@awards/shared/contract'
import { ChangeEmailForm, Code } from '@awards/shared/domain'
import { zodRule, useSecondsLeft } from '@awards/shared/ui'
import { App, Form, Input, Button, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Edit, FormButtons } from './editable-section.tsx'
import { fieldErrors, useApiMutation } from '@awards/shared/client'
import styles from './profile.module.css'
import { showRefusals, useRefreshUser } from './use-profile-form.ts'

const ID = 'change_email_code'

/** The code from the mail, with the button that sends it to the new address. */
function EmailCodeField() {
  const { t } = useTranslation('entrant')
  const form = Form.useFormInstance()
  const { message } = App.useApp()
  const [send, { isLoading }] = useApiMutation(session.verifyCode)
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

const { shape } = ChangeEmailForm
type Values = { email: string; code: string; password: string }

/** A new address for signing in: proven by a code, the person by the password. */
export function EmailForm({ close, onDirty }: Edit) {
  const { t } = useTranslation('entrant')
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [change, { isLoading }] = useApiMutation(account.changeEmail)
  const refreshUser = useRefreshUser()
  const finish = async (values: Values) => {
    try {
      const { email } = await change(values).unwrap()
      void message.success(t('profile.emailChanged', { email }))
    } catch (error) {
      showRefusals(form, error)
      return
    }
    close()
    await refreshUser()
  }
  return (
    <Form
      form={form}
      name="change_email"
      layout="vertical"
      requiredMark={false}
      validateTrigger="onBlur"
      scrollToFirstError={{ block: 'center', focus: true }}
      onValuesChange={() => onDirty(true)}
      onFinish={finish}
    >
      <p className={styles.text}>{t('profile.emailText')}</p>
      <Form.Item name="email" label={t('profile.emailNew')} rules={[zodRule(shape.email)]}>
        <Input type="email" autoComplete="email" />
      </Form.Item>
      <EmailCodeField />
      <Form.Item name="password" label={t('profile.password')} rules={[zodRule(shape.password)]}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <FormButtons label={t('profile.emailSave')} isBusy={isLoading} onCancel={close} />
    </Form>
  )
}
