import { paths } from '@awards/shared/paths'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './account-tabs.module.css'

type AccountTabsProps = { tabs: readonly string[]; current: string }

/** The parts of the account; each has an address of its own. */
export function AccountTabs({ tabs, current }: AccountTabsProps) {
  const { t } = useTranslation('entrant')
  const row = useRef<HTMLElement>(null)

  // On a telephone the row is wider than the screen: the part that is shown comes into view.
  useLayoutEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (row.current && tab) row.current.scrollLeft = tab.offsetLeft - row.current.offsetLeft - 24
  }, [current, tabs.length])

  return (
    <nav ref={row} className={styles.nav} aria-label={t('account.eyebrow')}>
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
