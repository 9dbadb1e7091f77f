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
import { Wordmark } from './wordmark.tsx'

/** Name, sections, language, look and account; small screens get the sections in a drawer. */
export function Header() {
  const { t } = useTranslation('shell')
  const { user, isJury } = useSession()
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
          {!isJury && (
            <Link
              to={user ? paths.steps() : paths.register(paths.steps())}
              className={styles.enter}
            >
              {t('enterWork')}
            </Link>
          )}
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}
