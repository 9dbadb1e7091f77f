import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import styles from './page-links.module.css'

/** The server refuses higher page numbers. */
const LAST_PAGE = 1_000_000

/** The page number in the address; 1 when `current` is not a page number. */
export function pageOfQuery(query: URLSearchParams): number {
  const text = query.get('current') ?? ''
  const page = /^\d{1,7}$/.test(text) ? Number(text) : 1
  return page > 0 && page <= LAST_PAGE ? page : 1
}

const AROUND = 1

/** The page numbers to link: first, last and the neighbours of the current one; undefined is a gap. */
export function pageNumbers(current: number, last: number): (number | undefined)[] {
  const shown = Array.from({ length: last }, (_, index) => index + 1).filter(
    (page) => page === 1 || page === last || Math.abs(page - current) <= AROUND,
  )
  return shown.flatMap((page, index) => {
    const before = shown[index - 1]
    return before !== undefined && page - before > 1 ? [undefined, page] : [page]
  })
}

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
