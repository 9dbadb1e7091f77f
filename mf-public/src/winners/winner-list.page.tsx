import { paths } from '@awards/shared/paths'
import { EmptyState, Page, PageHeader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { usePublicBannersQuery, usePublicWinnersQuery } from '../public.api.ts'
import { ActionLink } from '../ui/action-link.tsx'
import { Answered } from '../ui/answered.tsx'
import { PageLinks } from '../ui/page-links.tsx'
import { AwardLinks } from './award-links.tsx'
import { useWinnerSearch } from './use-winner-search.ts'
import { WinnerFilters } from './winner-filters.tsx'
import { WinnerGrid } from './winner-grid.tsx'
import styles from './winner-list.module.css'

const PAGE_SIZE = 12

export function Component() {
  const { t } = useTranslation('public')
  const { search, setFilter, isFiltered } = useWinnerSearch()
  const { data: banners } = usePublicBannersQuery({ position: 'winners_top' })
  const winners = usePublicWinnersQuery({ ...search, pageSize: PAGE_SIZE })
  const nothing = (
    <EmptyState
      title={t('winners.none')}
      action={
        <ActionLink to={paths.winners()} tone="outline">
          {t('winners.all')}
        </ActionLink>
      }
    >
      {t('winners.noneText')}
    </EmptyState>
  )
  return (
    <Page width="wide">
      <PageHeader
        size="display"
        title={t('nav.winners')}
        lead={banners?.[0]?.subtitle ?? t('winners.lead')}
      />
      <AwardLinks current={search.award} />
      <WinnerFilters search={search} setFilter={setFilter} />
      <Answered query={winners} room="page" keepsPrevious refused={nothing}>
        {({ list, total, current, pageSize }) => (
          <>
            <p className={styles.count} role="status">
              {t('winners.count', { count: total })}
            </p>
            {list.length === 0 ? nothing : <WinnerGrid winners={list} leads={!isFiltered} />}
            <PageLinks current={current} pageSize={pageSize} total={total} />
          </>
        )}
      </Answered>
    </Page>
  )
}
