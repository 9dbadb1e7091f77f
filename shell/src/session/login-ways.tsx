import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import styles from './login-ways.module.css'

export type Way = 'login' | 'register'

/** The two ways in, as links: each has an address of its own, and keeps where one wanted to go. */
export function LoginWays({ current }: { current: Way }) {
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
