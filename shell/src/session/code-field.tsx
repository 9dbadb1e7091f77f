import { SEND_CODE, TRUST_DAYS } from '@awards/shared/domain'
import { Button } from '@awards/shared/ui'
import { Checkbox } from '@awards/shared/ui/native/choice'
import { TextField } from '@awards/shared/ui/native/field'
import { useEffect, useRef, type ChangeEvent, type ReactNode } from 'react'
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

type SignInCodeProps = {
  error: string | undefined
  /** Until another code may be sent. */
  secondsLeft: number
  isSentAgain: boolean
  isSending: boolean
  onSendAgain: () => Promise<void> | void
  /** Whether the sixth digit sends the form. */
  isSentAtOnce: boolean
  children: ReactNode
}

/** The second step of a sign-in on a device that is not known: the code, and whether the device is trusted from now on. */
export function SignInCode(props: SignInCodeProps) {
  const { t } = useTranslation('shell')
  const { secondsLeft, isSentAgain } = props
  const code = useRef<HTMLInputElement>(null)
  useEffect(() => code.current?.focus(), [])
  const type = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const digits = digitsOf(currentTarget.value)
    currentTarget.value = digits
    if (digits.length === 6 && props.isSentAtOnce) currentTarget.form?.requestSubmit()
  }
  const sendAgain = () => {
    code.current?.focus()
    void props.onSendAgain()
  }
  const isWaiting = secondsLeft > 0
  return (
    <>
      <div className={formStyles.codeLine}>
        <TextField
          ref={code}
          name="code"
          label={t('session.code')}
          error={props.error}
          inputMode="numeric"
          autoComplete="one-time-code"
          onChange={type}
        />
        <Button onClick={sendAgain} disabled={isWaiting}>
          {t(isWaiting ? 'session.resendIn' : 'session.sendAgain', { count: secondsLeft })}
        </Button>
      </div>
      <p role="status" className={formStyles.sent}>
        {t(isSentAgain ? 'session.codeSentAgain' : 'session.codeHint')}
      </p>
      <Checkbox
        name="trust_device"
        defaultChecked
        label={t('session.trust', { count: TRUST_DAYS })}
        hint={t('session.trustHint')}
      />
      <Button type="primary" htmlType="submit" size="large" block loading={props.isSending}>
        {t('session.submitSignIn')}
      </Button>
      {props.children}
    </>
  )
}
