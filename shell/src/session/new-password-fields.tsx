import { NewPassword } from '@awards/shared/domain'
import { translateMessage } from '@awards/shared/i18n'
import { zodRule } from '@awards/shared/ui'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'

/** A new password, twice. */
export function NewPasswordFields({ label }: { label: string }) {
  const { t } = useTranslation('shell')
  return (
    <>
      <Form.Item
        name="password"
        label={label}
        rules={[zodRule(NewPassword)]}
        extra={t('session.passwordHint')}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="password_confirmation"
        label={t('session.repeatPassword')}
        dependencies={['password']}
        rules={[
          { required: true, message: translateMessage('Repeat the password') },
          ({ getFieldValue }) => ({
            validator: async (_rule, value: unknown) => {
              if (!value || value === getFieldValue('password')) return
              throw new Error(translateMessage('The two passwords differ'))
            },
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  )
}
