import { paths } from '@awards/shared/paths'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './award-links.module.css'
import type { WinnerFacets } from './winner-facets.ts'
import { winnerQuery, type WinnerSearch } from './winner-search.ts'

type AwardLinksProps = { search: WinnerSearch; facets: WinnerFacets | undefined }

/** The award levels as links that narrow the list down, keeping its other filters. */
export function AwardLinks({ search, facets }: AwardLinksProps) {
  const { t } = useTranslation('public')
  const list = useRef<HTMLUListElement>(null)
  // On a narrow screen the award in force may stand out of sight.
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (list.current && link) {
      list.current.scrollLeft = link.offsetLeft - (list.current.clientWidth - link.offsetWidth) / 2
    }
  }, [search.award, facets])
  const all = { code: undefined, name: t('winners.allAwards'), total: facets?.total }
  return (
    <nav className={styles.nav} aria-label={t('winners.byAward')}>
      <ul role="list" className={styles.list} ref={list}>
        {[all, ...(facets?.awards ?? [])].map(({ code, name, total }) => (
          <li key={code ?? 'all'}>
            <Link
              to={paths.winners(winnerQuery({ ...search, award: code, current: 1 }))}
              preventScrollReset
              className={styles.link}
              aria-current={code === search.award ? 'true' : undefined}
            >
              {name}
              {total !== undefined && <span className={styles.total}> {total}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
