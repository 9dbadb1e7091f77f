import { useCurrentUser } from '@awards/shared/session'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams, Link } from 'react-router-dom'
import type { CurrentUser } from '@awards/shared/contract'
import { LinkButton } from '@awards/shared/ui'
import { destination } from './safe-redirect.ts'
import { LoginForm } from './login-form.tsx'
import styles from './login-ways.module.css'
import { RegisterForm } from './register-form.tsx'
import { SplitScreen } from './split-screen.tsx'

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
