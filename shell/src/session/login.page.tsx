import { failureOf, useApiMutation } from '@awards/shared/client'
import { type CurrentUser, session } from '@awards/shared/contract'
import {
  CODE_RESEND_SECONDS,
  CODE_SENT,
  TRUST_DAYS,
  LoginForm as Rules,
} from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import { useSecondsLeft, zodRule, LinkButton } from '@awards/shared/ui'
import { App, Button, Checkbox, Form, Input } from 'antd'
import { useEffect, useState, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { z } from 'zod'
import { DigitsField } from './code-fields.tsx'
import fieldStyles from './fields.module.css'
import { useFinishSignIn, destination } from './redirect.ts'
import { useSubmit } from './use-submit.ts'
import { PasswordInput } from './password-fields.tsx'
import styles from './login.page.module.css'
import { RegisterForm } from './register-form.tsx'
import { SplitScreen } from './split-screen.tsx'

const CodeSent = z.object({ reason: z.literal(CODE_SENT), resend_after: z.number() })

/** How long another code has to wait where one is on its way; undefined where the answer is another. */
export function secondsUntilResend(error: unknown): number | undefined {
  const failure = failureOf(error)
  const sent = CodeSent.safeParse(failure.kind === 'business' ? failure.data : undefined)
  return sent.success ? sent.data.resend_after || CODE_RESEND_SECONDS : undefined
}

type LoginCodeProps = { email: string; password: string; wait: number; onBack: () => void }
type CodeValues = { code: string; trust_device: boolean }

/** The second step of a juror's sign-in: the code that has been sent to the address. */
export function LoginCode({ email, password, wait: first, onBack }: LoginCodeProps) {
  const { t } = useTranslation('shell')
  const { message } = App.useApp()
  const [form] = Form.useForm<CodeValues>()
  const [login, { isLoading }] = useApiMutation(session.login)
  const [secondsLeft, wait] = useSecondsLeft()
  const submit = useSubmit(
    form,
    (values: CodeValues) => login({ email, password, ...values }).unwrap(),
    useFinishSignIn(),
  )
  useEffect(() => wait(first), [first, wait])
  const sendAgain = async () => {
    form.getFieldInstance('code')?.focus()
    const seconds = await login({ email, password })
      .unwrap()
      .then(() => undefined, secondsUntilResend)
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
      <Button type="link" className={fieldStyles.more ?? ''} onClick={onBack}>
        {t('session.otherAccount')}
      </Button>
    </Form>
  )
}

type Credentials = { email: string; password: string }
type Asked = Credentials & { wait: number }

/** E-mail address and password; a juror on a device that is not known is asked for a code as well. */
export function LoginForm() {
  const { t } = useTranslation('shell')
  const { search } = useLocation()
  const [form] = Form.useForm<Credentials>()
  const [asked, setAsked] = useState<Asked>()
  const [login, { isLoading }] = useApiMutation(session.login)
  const signIn = (values: Credentials) =>
    login(values)
      .unwrap()
      .catch((error: unknown) => {
        const wait = secondsUntilResend(error)
        if (wait === undefined) throw error
        setAsked({ ...values, wait })
        return undefined
      })
  const arrive = useFinishSignIn()
  const submit = useSubmit(form, signIn, (answer) => answer && arrive(answer))
  const email: unknown = Form.useWatch('email', form)
  const goBack = () => {
    setAsked(undefined)
    // Once the field is on screen again.
    setTimeout(() => form.getFieldInstance('password')?.focus())
  }
  return (
    <>
      {asked ? <LoginCode {...asked} onBack={goBack} /> : null}
      <div hidden={asked !== undefined}>
        <Form
          form={form}
          name="login"
          layout="vertical"
          requiredMark={false}
          validateTrigger="onBlur"
          scrollToFirstError={{ focus: true }}
          onFinish={submit}
        >
          <Form.Item name="email" label={t('session.email')} rules={[zodRule(Rules.shape.email)]}>
            <Input type="email" autoComplete="username" inputMode="email" />
          </Form.Item>
          <Form.Item
            name="password"
            label={t('session.password')}
            rules={[zodRule(Rules.shape.password)]}
            extra={
              <Link to={{ pathname: paths.forget, search }} state={{ email }}>
                {t('session.forgot')}
              </Link>
            }
          >
            <PasswordInput autoComplete="current-password" />
          </Form.Item>
          <Button type="primary" htmlType="submit" size="large" block loading={isLoading}>
            {t('session.submitSignIn')}
          </Button>
        </Form>
      </div>
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
        {opened.includes('register') ? <RegisterForm /> : null}
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
