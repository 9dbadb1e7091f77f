import { ChangeEmailForm } from '@awards/shared/domain'
import { zodRule } from '@awards/shared/ui'
import { App, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useChangeEmailMutation } from '../../entrant.api.ts'
import type { Edit } from './editable-section.tsx'
import { EmailCodeField } from './email-code-field.tsx'
import { FormButtons } from './form-buttons.tsx'
import styles from './profile.module.css'
import { showRefusals, useRefreshUser } from './use-profile-form.ts'

const { shape } = ChangeEmailForm
type Values = { email: string; code: string; password: string }

/** A new address for signing in: proven by a code, the person by the password. */
export function EmailForm({ close, onDirty }: Edit) {
  const { t } = useTranslation('entrant')
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [change, { isLoading }] = useChangeEmailMutation()
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
