import { paths } from '@awards/shared/paths'
import { useSession } from '@awards/shared/session'
import { useTranslation } from 'react-i18next'
import { Link, NavLink } from 'react-router-dom'
import { AccountMenu } from './account-menu.tsx'
import styles from './header.module.css'
import { LanguageSwitch } from './language-switch.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { PUBLIC_SECTIONS } from './navigation.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { useHydrated } from './use-hydrated.ts'
import { Wordmark } from './wordmark.tsx'

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
