import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { pageNumbers } from './page-numbers.ts'
import styles from './page-links.module.css'

type PageLinksProps = { current: number; pageSize: number; total: number }

/** Links to the pages of a list; the page number is `current` in the address. */
export function PageLinks({ current, pageSize, total }: PageLinksProps) {
  const { t } = useTranslation('public')
  const { search } = useLocation()
  const last = Math.ceil(total / pageSize)
  if (last <= 1) return null
  const addressOf = (page: number) => {
    const query = new URLSearchParams(search)
    if (page === 1) query.delete('current')
    else query.set('current', String(page))
    return `?${query}`
  }
  return (
    <nav className={styles.pages} aria-label={t('pages.label')}>
      {current > 1 && (
        <Link className={styles.step} to={addressOf(current - 1)} rel="prev">
          <span aria-hidden="true">←</span> {t('pages.previous')}
        </Link>
      )}
      <ol role="list" className={styles.numbers}>
        {pageNumbers(current, last).map((page, index) => (
          <li key={page ?? `gap-${index}`}>
            {page === undefined ? (
              <span className={styles.gap}>…</span>
            ) : (
              <Link
                className={styles.number}
                to={addressOf(page)}
                aria-label={t('pages.page', { page })}
                aria-current={page === current ? 'page' : undefined}
              >
                {page}
              </Link>
            )}
          </li>
        ))}
      </ol>
      {current < last && (
        <Link className={styles.step} to={addressOf(current + 1)} rel="next">
          {t('pages.next')} <span aria-hidden="true">→</span>
        </Link>
      )}
    </nav>
  )
}
