import { isSignedInByForm, setSubmittedForm, useApiMutation } from '@awards/shared/client'
import { session } from '@awards/shared/calls'
import { resetInput, ResetPasswordForm } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { Button } from '@awards/shared/ui'
import { TextField } from '@awards/shared/ui/native/field'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { z } from 'zod'
import { notifySuccess } from '../design/load-design.tsx'
import { NativeForm, useNativeForm } from './native-form.tsx'
import { NewPasswordField, withoutOwnWords } from './password-fields.tsx'
import { CodeField } from './code-field.tsx'
import { SigningIn, SplitScreen } from './split-screen.tsx'
import { useFinishSignIn, useUserOfAnyTab } from './redirect.ts'

const Rules = withoutOwnWords(ResetPasswordForm)
/** The address that was written on /login already. */
const Brought = z.object({ email: z.string() }).partial().catch({})

/** /forget: a code by e-mail, then a new password; the answer is the same for unknown addresses. */
export function Component() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const finish = useFinishSignIn()
  const user = useUserOfAnyTab()
  const { search, state } = useLocation()
  const [reset] = useApiMutation(session.resetPassword)
  const [login] = useApiMutation(session.login)
  const back = { pathname: paths.login(), search }
  const { email: knownEmail } = Brought.parse(state ?? {})
  const form = useNativeForm({
    name: 'reset',
    schema: Rules,
    input: resetInput,
    codeScene: 'reset',
    knownEmail,
    async send(input) {
      await reset(input).unwrap()
      notifySuccess(t('session.forgetDone'))
      const { email, password } = input
      const answer = await login({ email, password })
        .unwrap()
        .catch(() => undefined)
      if (answer) finish(answer)
      else await navigate(back)
    },
  })
  useEffect(() => () => setSubmittedForm(undefined), [])
  if (isSignedInByForm() && !user) return <SigningIn />
  return (
    <SplitScreen title={t('session.forgetTitle')} lead={t('session.forgetLead')}>
      <NativeForm {...form.props} hasOtherSubmit>
        <TextField
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          label={t('session.email')}
          error={form.errors['email']}
          defaultValue={form.before.values['email'] ?? knownEmail}
        />
        <CodeField form={form} />
        <NewPasswordField label={t('session.newPassword')} error={form.errors['password']} />
        <Button type="primary" htmlType="submit" size="large" block loading={form.isSending}>
          {t('session.submitForget')}
        </Button>
        <p>
          <Link to={back}>{t('session.backToSignIn')}</Link>
        </p>
      </NativeForm>
    </SplitScreen>
  )
}
