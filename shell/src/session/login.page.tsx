import { BusinessError, failureOf, useApiMutation } from '@awards/shared/client'
import { session } from '@awards/shared/calls'
import type { CurrentUser } from '@awards/shared/contract'
import { useHydrated } from '@awards/shared/browser/use-hydrated'
import {
  Code,
  CODE_RESEND_SECONDS,
  CODE_SENT,
  TRUST_DAYS,
  LoginForm as Rules,
} from '@awards/shared/domain'
import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import { Button, LinkButton, Loader, useSecondsLeft } from '@awards/shared/ui'
import { Checkbox } from '@awards/shared/ui/native/choice'
import { TextField } from '@awards/shared/ui/native/field'
import { lazy, Suspense, useEffect, useState, useRef, type ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { z } from 'zod'
import { withDesign } from '../design/load-design.tsx'
import { PasswordField, refusedFields, useNativeForm } from './native-form.tsx'
import formStyles from './native-form.module.css'
import { destination, sameSitePath, useFinishSignIn } from './redirect.ts'
import styles from './login.page.module.css'
import { SplitScreen } from './split-screen.tsx'
import { setSubmittedSignIn, submittedSignIn } from './submitted-sign-in.ts'

/** Made of antd, which /login does not load before somebody registers. */
const RegisterForm = lazy(async () => ({
  default: (await withDesign(import('./register-form.tsx'))).Component,
}))

const CodeSent = z.object({ reason: z.literal(CODE_SENT), resend_after: z.number() })

/** How long another code has to wait where one is on its way; undefined where the answer is another. */
function secondsUntilResend(error: unknown): number | undefined {
  const failure = failureOf(error)
  const sent = CodeSent.safeParse(failure.kind === 'business' ? failure.data : undefined)
  return sent.success ? sent.data.resend_after || CODE_RESEND_SECONDS : undefined
}

const Credentials = Rules.pick({ email: true, password: true })
type Credentials = z.input<typeof Credentials>

const Ticked = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on')
const CodeStep = z.object({ code: Code, trust_device: Ticked })

type Asked = { email: string; password?: string | undefined; wait: number }
type LoginCodeProps = Asked & { onBack: () => void }

/**
 * The second step of a juror's sign-in: the code that has been sent to the address. Asks for the password again where
 * the server rendered the step, since a document carries none.
 */
function LoginCode({ email, password, wait: first, onBack }: LoginCodeProps) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const [login] = useApiMutation(session.login)
  const [secondsLeft, wait] = useSecondsLeft()
  const [isSentAgain, setSentAgain] = useState(false)
  const code = useRef<HTMLInputElement>(null)
  const finish = useFinishSignIn()
  const knowsPassword = password !== undefined
  const { props, errors, isSending } = useNativeForm({
    schema: CodeStep.extend({
      password: knowsPassword
        ? Credentials.shape.password.default(password)
        : Credentials.shape.password,
    }),
    send: async (values) => finish(await login({ email, ...values }).unwrap()),
  })
  useEffect(() => wait(first), [first, wait])
  useEffect(() => code.current?.focus(), [])
  const sendAgain = async () => {
    code.current?.focus()
    if (!knowsPassword) return onBack()
    const seconds = await login({ email, password })
      .unwrap()
      .then(() => undefined, secondsUntilResend)
    if (seconds === undefined) return
    wait(seconds)
    setSentAgain(true)
  }
  const typeCode = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    // Whatever is pasted, six digits are left of it: `123 456`, or a whole line of the mail.
    const digits = currentTarget.value.replace(/\D/g, '').slice(0, 6)
    currentTarget.value = digits
    if (digits.length === 6 && knowsPassword) currentTarget.form?.requestSubmit()
  }
  const isWaiting = secondsLeft > 0
  return (
    <form {...props} className={formStyles.form}>
      <p>{t('session.newDevice', { email })}</p>
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="language" value={language} />
      {knowsPassword ? null : (
        <PasswordField
          name="password"
          label={t('session.password')}
          error={errors['password']}
          autoComplete="current-password"
        />
      )}
      <div className={formStyles.codeLine}>
        <TextField
          ref={code}
          name="code"
          label={t('session.code')}
          hint={t('session.codeHint')}
          error={errors['code']}
          inputMode="numeric"
          autoComplete="one-time-code"
          onChange={typeCode}
        />
        <Button onClick={() => void sendAgain()} disabled={isWaiting}>
          {t(isWaiting ? 'session.resendIn' : 'session.sendAgain', { count: secondsLeft })}
        </Button>
      </div>
      <p role="status" hidden={!isSentAgain}>
        {isSentAgain ? t('session.codeSentAgain') : null}
      </p>
      <Checkbox
        name="trust_device"
        defaultChecked
        label={t('session.trust', { count: TRUST_DAYS })}
        hint={t('session.trustHint')}
      />
      <Button type="primary" htmlType="submit" size="large" block loading={isSending}>
        {t('session.submitSignIn')}
      </Button>
      <Button type="link" onClick={onBack}>
        {t('session.otherAccount')}
      </Button>
    </form>
  )
}

/** What the server answered to a form that was sent before the application ran. */
function submittedAnswer() {
  const { email = '', refusal } = submittedSignIn() ?? {}
  const error = refusal && new BusinessError(refusal.code, refusal.msg, refusal.data)
  const wait = error && secondsUntilResend(error)
  const errors = error ? refusedFields(error) : {}
  const isUnplaced = error && wait === undefined && Object.keys(errors).length === 0
  return { email, errors, wait, notice: isUnplaced ? error.message : undefined }
}

/** E-mail address and password; a juror on a device that is not known is asked for a code as well. */
function LoginForm() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const { search } = useLocation()
  const [before] = useState(submittedAnswer)
  const [email, setEmail] = useState(before.email)
  const [asked, setAsked] = useState<Asked | undefined>(
    before.wait === undefined ? undefined : { email: before.email, wait: before.wait },
  )
  const password = useRef<HTMLInputElement>(null)
  const [login] = useApiMutation(session.login)
  const finish = useFinishSignIn()
  const { props, errors, isSending } = useNativeForm({
    schema: Credentials,
    initial: before.errors,
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
  // What was typed before hydration.
  useEffect(() => {
    const typed = props.ref.current?.elements.namedItem('email')
    if (typed instanceof HTMLInputElement) setEmail(typed.value)
  }, [props.ref])
  const goBack = () => {
    setAsked(undefined)
    // Once the field is on screen again.
    setTimeout(() => password.current?.focus())
  }
  return (
    <>
      {asked ? <LoginCode {...asked} onBack={goBack} /> : null}
      <form {...props} className={formStyles.form} hidden={asked !== undefined}>
        <input type="hidden" name="language" value={language} />
        {before.notice ? (
          <p role="alert" className={formStyles.notice}>
            {before.notice}
          </p>
        ) : null}
        <TextField
          id="login_email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          label={t('session.email')}
          error={errors['email']}
          defaultValue={before.email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
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
        <Button type="primary" htmlType="submit" size="large" block loading={isSending}>
          {t('session.submitSignIn')}
        </Button>
      </form>
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
      <LinkButton
        to={destination(search.get('redirect'), user.identity)}
        block
        type="primary"
        size="large"
      >
        {t('session.goOn')}
      </LinkButton>
    </>
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

/** Stands until the session of a form that was sent before the application ran is taken over. */
function SigningIn() {
  const { t } = useTranslation('shell')
  const [search] = useSearchParams()
  return (
    <SplitScreen title={t('session.signInTitle')} lead={t('session.signedIn')}>
      <LinkButton
        to={sameSitePath(search.get('redirect')) ?? '/'}
        block
        type="primary"
        size="large"
      >
        {t('session.goOn')}
      </LinkButton>
    </SplitScreen>
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
  // The server renders the rest of the page: the form of a registration is for the browser alone.
  const isHydrated = useHydrated()
  useEffect(() => () => setSubmittedSignIn(undefined), [])
  if (submittedSignIn()?.isSignedIn && !user) return <SigningIn />
  return (
    <SplitScreen
      title={t(way === 'login' ? 'session.signInTitle' : 'session.registerTitle')}
      lead={t(way === 'login' ? 'session.signInLead' : 'session.registerLead')}
    >
      {user ? <AlreadySignedIn user={user} /> : <LoginWays current={way} />}
      {/* Both stay as they were left, so that a look at the other loses nothing. */}
      <div hidden={user !== undefined || way !== 'login'}>
        {opened.includes('login') ? <LoginForm /> : null}
      </div>
      <div hidden={user !== undefined || way !== 'register'}>
        {opened.includes('register') && isHydrated ? (
          <Suspense fallback={<Loader />}>
            <RegisterForm />
          </Suspense>
        ) : null}
      </div>
    </SplitScreen>
  )
}

/** Who signs in in another tab goes on in this one too, to where this one wanted to go. */
function useUserOfAnyTab() {
  const user = useCurrentUser()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const wasVisitor = useRef(!user)
  const wanted = search.get('redirect')
  useEffect(() => {
    if (user && wasVisitor.current) {
      void navigate(destination(wanted, user.identity), { replace: true })
    }
    wasVisitor.current = !user
  }, [user, wanted, navigate])
  return user
}
