import { Page, PageHeader, usePageHead } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import {
  usePublicBannersQuery,
  usePublicWinnerFacetsQuery,
  usePublicWinnersQuery,
} from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { PageLinks } from '../ui/page-links.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { AwardLinks } from './award-links.tsx'
import { NoWinners } from './no-winners.tsx'
import { PAGE_SIZE, useWinnerHead } from './use-winner-head.ts'
import { useResultFocus } from './use-result-focus.ts'
import { useWinnerSearch } from './use-winner-search.ts'
import { WinnerFilters } from './winner-filters.tsx'
import { WinnerGrid } from './winner-grid.tsx'
import { WinnerOutline } from './winner-outline.tsx'
import { activeFilters, namesNothing } from './winner-search.ts'
import styles from './winner-list.module.css'

export function Component() {
  const { t } = useTranslation('public')
  const { search, narrow } = useWinnerSearch()
  const { data: banners } = usePublicBannersQuery({ position: 'winners_top' })
  const { data: facets } = usePublicWinnerFacetsQuery()
  const isHopeless = namesNothing(search)
  const winners = usePublicWinnersQuery({ ...search, pageSize: PAGE_SIZE }, { skip: isHopeless })
  const leads = activeFilters(search).length === 0 && search.current === 1
  const { search: query } = useLocation()
  const { result, focusResult } = useResultFocus(search)
  usePageHead(useWinnerHead(search, facets, isHopeless ? undefined : winners.currentData))
  const total = isHopeless ? 0 : winners.currentData?.total
  return (
    <Page width="wide">
      <PageHeader
        size="display"
        title={t('nav.winners')}
        lead={banners?.[0]?.subtitle ?? t('winners.lead')}
      />
      <AwardLinks search={search} facets={facets} />
      <WinnerFilters search={search} facets={facets} narrow={narrow} />
      <div className={styles.state}>
        <p className={styles.count} role="status" tabIndex={-1} ref={result}>
          {total !== undefined && t('winners.count', { count: total })}
        </p>
        <ActiveFilters search={search} facets={facets} onRemoved={focusResult} />
      </div>
      {isHopeless ? (
        <NoWinners />
      ) : (
        <Answered
          query={winners}
          outline={<WinnerOutline leads={leads} />}
          keepsPrevious
          refused={<NoWinners />}
        >
          {({ list, total: found, current, pageSize }) => (
            <>
              {list.length === 0 ? (
                <NoWinners />
              ) : (
                <WinnerGrid winners={list} leads={leads} list={query} />
              )}
              <PageLinks current={current} pageSize={pageSize} total={found} />
            </>
          )}
        </Answered>
      )}
    </Page>
  )
}
