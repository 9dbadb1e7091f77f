import { useCurrentUser } from '@awards/shared/session'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { AlreadySignedIn } from './already-signed-in.tsx'
import { LoginForm } from './login-form.tsx'
import { LoginWays, type Way } from './login-ways.tsx'
import { RegisterForm } from './register-form.tsx'
import { destination } from './safe-redirect.ts'
import { SplitScreen } from './split-screen.tsx'

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
