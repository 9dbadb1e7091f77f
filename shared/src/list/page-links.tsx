import { Button, EmptyState, LinkButton } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import styles from './page-links.module.css'

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

type ListPage = { current: number; pageSize: number; total: number }

const lastOf = ({ pageSize, total }: ListPage) => Math.max(1, Math.ceil(total / pageSize))

/** The address on screen with another page of the list whose page number is the parameter `name`. */
function useAddressOf(name: string) {
  const { search } = useLocation()
  return (page: number) => {
    const query = new URLSearchParams(search)
    if (page === 1) query.delete(name)
    else query.set(name, String(page))
    return `?${query}`
  }
}

type PageLinksProps = ListPage & {
  /** Parameter of the address that holds the page number. */
  name?: string
  /** The list stays where it is on the screen, for one that stands below another. */
  keepsScroll?: boolean
}

/** Links to the pages of a list; nothing for a list of one page. */
export function PageLinks({ name = 'page', keepsScroll = false, ...list }: PageLinksProps) {
  const { t } = useTranslation('shared')
  const addressOf = useAddressOf(name)
  const { current } = list
  const last = lastOf(list)
  if (last <= 1) return null
  const to = (page: number) => ({ to: addressOf(page), preventScrollReset: keepsScroll })
  return (
    <nav className={styles.pages} aria-label={t('pages.label')}>
      {current > 1 && (
        <Link className={styles.step} {...to(current - 1)} rel="prev">
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
                {...to(page)}
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
        <Link className={styles.step} {...to(current + 1)} rel="next">
          {t('pages.next')} <span aria-hidden="true">→</span>
        </Link>
      )}
    </nav>
  )
}

type PageBeyondProps = ListPage & {
  name?: string
  /** For a list whose page is not in the address. */
  onPage?: (page: number) => void
}

/** Stands where a page is asked for that a list does not reach, with the way to its last one. */
export function PageBeyond({ name = 'page', onPage, ...list }: PageBeyondProps) {
  const { t } = useTranslation('shared')
  const addressOf = useAddressOf(name)
  const last = lastOf(list)
  const words = t('pages.beyond.last', { page: last })
  return (
    <EmptyState
      title={t('pages.beyond.title', { page: list.current })}
      action={
        onPage ? (
          <Button onClick={() => onPage(last)}>{words}</Button>
        ) : (
          <LinkButton to={addressOf(last)}>{words}</LinkButton>
        )
      }
    >
      {t('pages.beyond.text', { count: last })}
    </EmptyState>
  )
}
