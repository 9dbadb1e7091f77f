import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { VIEWS, type View } from './common/use-address.ts'
import styles from './desk-views.module.css'

/** The parts of the desk; each has an address of its own. */
export function DeskViews({ current }: { current: View }) {
  const { t } = useTranslation('books')
  return (
    <nav className={styles.nav} aria-label={t('title')}>
      <ul className={styles.views} role="list">
        {VIEWS.map((view) => (
          <li key={view}>
            <Link
              className={styles.view}
              to={paths.payments(view === 'payments' ? {} : { view })}
              preventScrollReset
              aria-current={view === current ? 'page' : undefined}
            >
              {t(`view.${view}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
