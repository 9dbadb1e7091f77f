import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './account-tabs.module.css'

type AccountTabsProps = { tabs: readonly string[]; current: string }

/** The parts of the account; each has an address of its own. */
export function AccountTabs({ tabs, current }: AccountTabsProps) {
  const { t } = useTranslation('entrant')
  return (
    <nav className={styles.nav} aria-label={t('account.eyebrow')}>
      <ul className={styles.tabs} role="list">
        {tabs.map((tab) => (
          <li key={tab}>
            <Link
              className={styles.tab}
              to={paths.account(tab)}
              preventScrollReset
              aria-current={tab === current ? 'page' : undefined}
            >
              {t(`account.tab.${tab}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
