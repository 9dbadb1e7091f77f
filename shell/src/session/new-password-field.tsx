import { holdsOwnWords, NewPassword } from '@awards/shared/domain'
import { translateMessage } from '@awards/shared/i18n'
import { zodRule } from '@awards/shared/ui'
import { Form } from 'antd'
import { ownWordsOf } from './own-words.ts'
import { PasswordInput } from './password-input.tsx'
import { PasswordMeter } from './password-meter.tsx'

type NewPasswordFieldProps = {
  label: string
  /** What everybody knows of the person, where the form itself does not ask for it. */
  own?: readonly string[]
}

/** A new password, once: whoever wants to be sure can look at it. */
export function NewPasswordField({ label, own = [] }: NewPasswordFieldProps) {
  return (
    <Form.Item
      name="password"
      label={label}
      rules={[
        zodRule(NewPassword),
        ({ getFieldsValue }) => ({
          validator: async (_rule, value: unknown) => {
            const words = [...own, ...ownWordsOf(getFieldsValue())]
            if (typeof value !== 'string' || !holdsOwnWords(value, words)) return
            throw new Error(
              translateMessage('Leave your name and your e-mail address out of the password'),
            )
          },
        }),
      ]}
      extra={<PasswordMeter own={own} />}
    >
      <PasswordInput autoComplete="new-password" />
    </Form.Item>
  )
}
