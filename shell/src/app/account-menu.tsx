import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import styles from './account-menu.module.css'
import choice from './choice.module.css'
import { Icon } from './icon.tsx'
import { Popover } from './popover.tsx'
import { useAccountLinks } from './use-account-links.ts'
import { useHydrated } from './use-hydrated.ts'

/** Sign in, or who is signed in and what they can do. */
export function AccountMenu() {
  const { t } = useTranslation('shell')
  const user = useCurrentUser()
  const { links, leave } = useAccountLinks()
  const { pathname } = useLocation()
  if (!useHydrated() || !user) {
    if (pathname === paths.login()) return null
    return (
      <Link to={paths.login()} className={styles.signIn}>
        {t('signIn')}
      </Link>
    )
  }
  return (
    <Popover
      label={t('account.menu', { name: user.display_name })}
      trigger={
        <>
          <Icon name="person" />
          <span className={styles.name}>{user.display_name}</span>
        </>
      }
    >
      <ul role="list">
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className={choice.choice}>
              {label}
            </Link>
          </li>
        ))}
        <li className={styles.end}>
          <button type="button" className={choice.choice} onClick={() => void leave()}>
            {t('account.signOut')}
          </button>
        </li>
      </ul>
    </Popover>
  )
}
