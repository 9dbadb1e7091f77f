import {
  isSignedInByForm,
  organisationStep,
  readToken,
  setSubmittedForm,
  useApiMutation,
} from '@awards/shared/client'
import { useHydrated } from '@awards/shared/browser/use-hydrated'
import { session } from '@awards/shared/calls'
import type { CurrentUser } from '@awards/shared/contract'
import { Code, LoginForm as Rules, signInInput } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { sessionEnded } from '@awards/shared/browser/session-ended'
import { Button, LinkButton, useSecondsLeft } from '@awards/shared/ui'
import { TextField } from '@awards/shared/ui/native/field'
import { useEffect, useState, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { SignInCode } from './code-field.tsx'
import { NativeForm, useNativeForm } from './native-form.tsx'
import formStyles from './native-form.module.css'
import { PasswordField } from './password-fields.tsx'
import { findRoute } from '../releases/routes/remote-pages.ts'
import { destination, sameSitePath, useFinishSignIn, useUserOfAnyTab } from './redirect.ts'
import {
  addressToLink,
  LinkFields,
  LinkNotice,
  OrganisationCode,
  OrganisationRegister,
  OrganisationSignIn,
} from './organisations/organisation-sign-in.tsx'
import { PasskeySignIn } from './passkeys/passkey-sign-in.tsx'
import { RegisterForm } from './register-form.tsx'
import { secondsUntilResend } from './sent-code.ts'
import styles from './login.page.module.css'
import { SigningIn, SplitScreen } from './split-screen.tsx'

const SIGN_IN = 'sign-in'
const Credentials = Rules.pick({ email: true, password: true })
const CodeStep = Rules.extend({ code: Code })

type Asked = { email: string; password?: string | undefined; wait: number }
type LoginCodeProps = Asked & { onBack: () => void }

/**
 * The second step of a juror's sign-in: the code that has been sent to the address. Asks for the password again where
 * the server rendered the step, since a document carries none.
 */
function LoginCode({ email, password, wait: first, onBack }: LoginCodeProps) {
  const { t } = useTranslation('shell')
  const [login] = useApiMutation(session.login)
  const [secondsLeft, wait] = useSecondsLeft()
  const [isSentAgain, setSentAgain] = useState(false)
  const finish = useFinishSignIn()
  const knowsPassword = password !== undefined
  const { props, errors, isSending } = useNativeForm({
    name: SIGN_IN,
    schema: CodeStep,
    // Without a code the step would be the first one again.
    input: (fields) => signInInput({ code: '', ...(knowsPassword && { password }), ...fields }),
    send: async (values) => finish(await login(values).unwrap()),
  })
  useEffect(() => wait(first), [first, wait])
  const sendAgain = async () => {
    if (!knowsPassword) return onBack()
    const seconds = await login({ email, password })
      .unwrap()
      .then(() => undefined, secondsUntilResend)
    if (seconds === undefined) return
    wait(seconds)
    setSentAgain(true)
  }
  return (
    <NativeForm {...props}>
      <p>{t('session.newDevice', { email })}</p>
      <input type="hidden" name="email" value={email} />
      <LinkFields />
      {knowsPassword ? null : (
        <PasswordField
          name="password"
          label={t('session.password')}
          error={errors['password']}
          autoComplete="current-password"
        />
      )}
      <SignInCode
        error={errors['code']}
        secondsLeft={secondsLeft}
        isSentAgain={isSentAgain}
        isSending={isSending}
        onSendAgain={sendAgain}
        isSentAtOnce={knowsPassword}
      >
        <Button type="link" onClick={onBack}>
          {t('session.otherAccount')}
        </Button>
      </SignInCode>
    </NativeForm>
  )
}

/** E-mail address and password; a juror on a device that is not known is asked for a code as well. */
function LoginForm() {
  const { t } = useTranslation('shell')
  const { search } = useLocation()
  const [asked, setAsked] = useState<Asked>()
  const password = useRef<HTMLInputElement>(null)
  const [login] = useApiMutation(session.login)
  const finish = useFinishSignIn()
  const form = useNativeForm({
    name: SIGN_IN,
    schema: Credentials,
    input: signInInput,
    async send(values) {
      try {
        finish(await login(values).unwrap())
      } catch (error) {
        const wait = secondsUntilResend(error)
        if (wait === undefined) throw error
        setAsked({ ...values, wait })
      }
    },
  })
  const { props, errors, before, email } = form
  const [isCodeRendered, setCodeRendered] = useState(
    () => secondsUntilResend(before.error) !== undefined || before.errors['code'] !== undefined,
  )
  const step =
    asked ??
    (isCodeRendered && {
      email: before.values['email'] ?? '',
      wait: secondsUntilResend(before.error) ?? 0,
    })
  const goBack = () => {
    setAsked(undefined)
    setCodeRendered(false)
    // Once the field is on screen again.
    setTimeout(() => password.current?.focus())
  }
  return (
    <>
      {step ? <LoginCode {...step} onBack={goBack} /> : null}
      <NativeForm {...props} hidden={Boolean(step)}>
        <LinkNotice />
        <TextField
          id="login_email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          label={t('session.email')}
          error={errors['email']}
          defaultValue={before.values['email'] ?? addressToLink()}
        />
        <PasswordField
          ref={password}
          id="login_password"
          name="password"
          autoComplete="current-password"
          label={t('session.password')}
          error={errors['password']}
        />
        <p className={formStyles.forgot}>
          <Link to={{ pathname: paths.forget, search }} state={{ email }}>
            {t('session.forgot')}
          </Link>
        </p>
        <Button type="primary" htmlType="submit" size="large" block loading={form.isSending}>
          {t('session.submitSignIn')}
        </Button>
      </NativeForm>
      {step ? null : <PasskeySignIn />}
      {step ? null : <OrganisationSignIn />}
    </>
  )
}

/** Stands in place of the forms for who has a session already. */
function AlreadySignedIn({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('shell')
  const [search] = useSearchParams()
  return (
    <>
      <p>{t('session.alreadyIn', { name: user.display_name })}</p>
      <br />
      <LinkButton to={destination(search.get('redirect'), user)} block type="primary" size="large">
        {t('session.goOn')}
      </LinkButton>
    </>
  )
}

const readEnded = () => sessionEnded.read()
const nothingEnded = () => false

/**
 * Why somebody stands here: the session has come to its end, with the comfort that is due; or there is one on this
 * device, of which this page does not ask (specification §4).
 */
function WhyHere() {
  const { t } = useTranslation('shell')
  const [search] = useSearchParams()
  const hasEnded = useSyncExternalStore(sessionEnded.subscribe, readEnded, nothingEnded)
  const isHydrated = useHydrated()
  // The server, which knows no address of the window, renders the page without it.
  if (!isHydrated) return null
  const wanted = sameSitePath(search.get('redirect'))
  const isDesk = wanted !== undefined && findRoute(wanted.split(/[?#]/)[0] ?? '')?.frame === 'desk'
  if (readToken()) {
    return (
      <p className={styles.why} role="status">
        {t('session.inHere')} <Link to={wanted ?? paths.account()}>{t('session.goOn')}</Link>
      </p>
    )
  }
  if (!hasEnded) return null
  return (
    <p className={styles.why} role="status">
      {t('session.ended')} {isDesk && t('session.marksKept')}
    </p>
  )
}

type Way = 'login' | 'register'

/** The two ways in, as links: each has an address of its own, and keeps where one wanted to go. */
function LoginWays({ current }: { current: Way }) {
  const { t } = useTranslation('shell')
  const [search] = useSearchParams()
  const addressOf = (way: Way) => {
    const next = new URLSearchParams(search)
    if (way === 'register') next.set('tab', way)
    else next.delete('tab')
    return { search: next.toString() }
  }
  const ways = [
    { way: 'login', label: t('session.tabs.signIn') },
    { way: 'register', label: t('session.tabs.register') },
  ] as const
  return (
    <nav className={styles.ways} aria-label={t('session.tabs.label')}>
      {ways.map(({ way, label }) => (
        <Link
          key={way}
          to={addressOf(way)}
          replace
          preventScrollReset
          data-hold=""
          className={styles.way}
          aria-current={way === current ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** /login: sign in, or register with a code by e-mail. The way in lives in the address. */
export function Component() {
  const { t } = useTranslation('shell')
  const [search] = useSearchParams()
  const way: Way = search.get('tab') === 'register' ? 'register' : 'login'
  const [opened, setOpened] = useState<readonly Way[]>([way])
  if (!opened.includes(way)) setOpened([...opened, way])
  const user = useUserOfAnyTab()
  useEffect(() => () => setSubmittedForm(undefined), [])
  const [organisation] = useState(organisationStep)
  if (isSignedInByForm() && !user) return <SigningIn />
  if (organisation?.step === 'code' && !user) return <OrganisationCode {...organisation} />
  if (organisation?.step === 'register' && !user) return <OrganisationRegister {...organisation} />
  return (
    <SplitScreen
      title={t(way === 'login' ? 'session.signInTitle' : 'session.registerTitle')}
      lead={t(way === 'login' ? 'session.signInLead' : 'session.registerLead')}
    >
      {user ? (
        <AlreadySignedIn user={user} />
      ) : (
        <>
          <WhyHere />
          <LoginWays current={way} />
        </>
      )}
      {/* Both stay as they were left, so that a look at the other loses nothing. */}
      <div hidden={user !== undefined || way !== 'login'}>
        {opened.includes('login') ? <LoginForm /> : null}
      </div>
      <div hidden={user !== undefined || way !== 'register'}>
        {opened.includes('register') ? <RegisterForm /> : null}
      </div>
    </SplitScreen>
  )
}
