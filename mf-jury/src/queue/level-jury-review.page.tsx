import { paths } from '@awards/shared/paths'
import { PageHeader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Desk } from '../common/desk.tsx'
import { useFilters } from '../common/use-filters.ts'
import { useJurorPhaseQuery, useSecondLevelQueueQuery } from '../jury.api.ts'
import { Queue } from './queue.tsx'
import { asState, QUEUE_PAGE_SIZE } from './queue-state.ts'

/** The list of the second level: fresh scores, first-level figures only after one's own. */
export function Component() {
  const { t } = useTranslation('jury')
  const { filters, current, change } = useFilters(['state', 'keyword'])
  const { data: phases } = useJurorPhaseQuery({})
  const state = asState(filters.state)
  const query = useSecondLevelQueueQuery({
    current,
    pageSize: QUEUE_PAGE_SIZE,
    state,
    keyword: filters.keyword,
  })
  return (
    <Desk>
      <PageHeader eyebrow={t('level.eyebrow')} title={t('level.title')} lead={t('level.lead')} />
      <Queue
        query={query}
        phase={phases?.current ?? null}
        state={state}
        keyword={filters.keyword}
        onChange={change}
        home={paths.levelJuryReview}
      />
    </Desk>
  )
}
