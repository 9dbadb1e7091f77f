import type { Category } from '@awards/shared/contract'
import { useTranslation } from 'react-i18next'
import styles from './group-links.module.css'

/** The groups of categories, as links down the page. */
export function GroupLinks({ groups }: { groups: readonly Category[] }) {
  const { t } = useTranslation('public')
  return (
    <nav className={styles.nav} aria-label={t('categories.groups')}>
      <ul role="list" className={styles.list}>
        {groups.map(({ id, code, name, children }) => (
          <li key={id}>
            <a href={`#${code}`} className={styles.link}>
              {name} <span className={styles.total}>{children.length}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
