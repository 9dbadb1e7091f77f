import { paths } from '@awards/shared/paths'
import { useSession, useCurrentUser, signOut } from '@awards/shared/session'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation, useNavigate } from 'react-router-dom'
import accountMenuStyles from './account-menu.module.css'
import choice from './choice.module.css'
import { Icon } from './icon.tsx'
import { Popover } from './popover.tsx'
import { useHydrated } from '../use-hydrated.ts'
import styles from './header.module.css'
import { LanguageSwitch } from './language-switch.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { PUBLIC_SECTIONS } from './navigation.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { Wordmark } from './wordmark.tsx'

type AccountLink = { readonly label: string; readonly to: string }

/** What the account menu offers to who is signed in: jurors reach their reviews, entrants their entries. */
function useAccountLinks() {
  const { t } = useTranslation('shell')
  const { user, isJury } = useSession()
  const navigate = useNavigate()
  const own: AccountLink[] = isJury
    ? [
        { label: t('account.reviews'), to: user?.home_route ?? paths.home },
        ...(user?.juror?.capabilities.includes('can_manage_fees')
          ? [{ label: t('account.payments'), to: paths.payments() }]
          : []),
      ]
    : [
        { label: t('account.entries'), to: paths.account() },
        { label: t('account.newEntry'), to: paths.steps() },
      ]
  const leave = async () => {
    // First away, and that at once, from a page that would send a visitor to /login.
    await navigate(paths.home, { flushSync: true })
    await signOut()
  }
  return {
    links: [...own, { label: t('account.password'), to: paths.changePassword }],
    leave,
  }
}

/** Sign in, or who is signed in and what they can do. */
function AccountMenu() {
  const { t } = useTranslation('shell')
  const user = useCurrentUser()
  const { links, leave } = useAccountLinks()
  const { pathname } = useLocation()
  if (!useHydrated() || !user) {
    if (pathname === paths.login()) return null
    return (
      <Link to={paths.login()} className={accountMenuStyles.signIn}>
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
          <span className={accountMenuStyles.name}>{user.display_name}</span>
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
        <li className={accountMenuStyles.end}>
          <button type="button" className={choice.choice} onClick={() => void leave()}>
            {t('account.signOut')}
          </button>
        </li>
      </ul>
    </Popover>
  )
}

/** Name, sections, language, look and account; small screens get the sections in a menu. */
export function Header() {
  const { t } = useTranslation('shell')
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Wordmark />
        <nav className={styles.sections} aria-label={t('mainNavigation')}>
          {PUBLIC_SECTIONS.map(({ label, to }) => (
            <NavLink key={to} to={to} className={styles.section}>
              {t(`nav.${label}`)}
            </NavLink>
          ))}
        </nav>
        <div className={styles.tools}>
          <div className={styles.wideOnly}>
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
          <AccountMenu />
          <EnterLink />
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}

/** Jurors enter no work; who is signed in goes to their entry at once. */
function EnterLink() {
  const { t } = useTranslation('shell')
  const { user, isJury } = useSession()
  const isHydrated = useHydrated()
  if (isHydrated && isJury) return null
  const isKnown = isHydrated && user !== undefined
  return (
    <Link to={isKnown ? paths.steps() : paths.register(paths.steps())} className={styles.enter}>
      {t('enterWork')}
    </Link>
  )
}
