import { useCurrentUser } from '@awards/shared/session'
import { Tabs } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { AlreadySignedIn } from './already-signed-in.tsx'
import { LoginForm } from './login-form.tsx'
import { RegisterForm } from './register-form.tsx'
import { SplitScreen } from './split-screen.tsx'

/** /login: sign in, or register with a code by e-mail. The tab lives in the address. */
export function Component() {
  const { t } = useTranslation('shell')
  const user = useCurrentUser()
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab') === 'register' ? 'register' : 'login'
  const choose = (key: string) => {
    const next = new URLSearchParams(search)
    if (key === 'register') next.set('tab', key)
    else next.delete('tab')
    setSearch(next, { replace: true })
  }
  return (
    <SplitScreen
      title={t(tab === 'login' ? 'session.signInTitle' : 'session.registerTitle')}
      lead={t(tab === 'login' ? 'session.signInLead' : 'session.registerLead')}
    >
      {user ? (
        <AlreadySignedIn user={user} />
      ) : (
        <Tabs
          activeKey={tab}
          onChange={choose}
          destroyOnHidden={false}
          items={[
            { key: 'login', label: t('session.tabs.signIn'), children: <LoginForm /> },
            { key: 'register', label: t('session.tabs.register'), children: <RegisterForm /> },
          ]}
        />
      )}
    </SplitScreen>
  )
}
