import { SEND_CODE } from '@awards/shared/domain'
import { Button } from '@awards/shared/ui'
import { TextField } from '@awards/shared/ui/native/field'
import type { ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import formStyles from './native-form.module.css'
import type { NativeForm } from './native-form.tsx'
import { digitsOf } from './sent-code.ts'

type CodeFieldProps = { form: NativeForm }

/** The code from the mail, with the button that sends it to the address of the same form. */
export function CodeField({ form }: CodeFieldProps) {
  const { t } = useTranslation('shell')
  const { sentTo, secondsLeft } = form.code
  // Another address need not wait.
  const isSent = sentTo !== undefined && form.email.trim().toLowerCase() === sentTo
  const isWaiting = isSent && secondsLeft > 0
  const type = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    currentTarget.value = digitsOf(currentTarget.value)
  }
  return (
    <div>
      <div className={formStyles.codeLine}>
        <TextField
          name="code"
          label={t('session.code')}
          error={form.errors['code']}
          defaultValue={form.before.values['code']}
          inputMode="numeric"
          autoComplete="one-time-code"
          onChange={type}
        />
        <Button
          htmlType="submit"
          name="ask"
          value={SEND_CODE}
          loading={form.isSendingCode}
          disabled={isWaiting}
        >
          {t(isWaiting ? 'session.resendIn' : isSent ? 'session.sendAgain' : 'session.sendCode', {
            count: secondsLeft,
          })}
        </Button>
      </div>
      <p role="status" className={formStyles.sent}>
        {sentTo
          ? `${t('session.codeSent')} ${t('session.codeSentTo', { email: sentTo })}`
          : t('session.codeHint')}
      </p>
    </div>
  )
}
