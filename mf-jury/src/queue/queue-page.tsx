import { Desk, PageHeader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useFilters } from '../common/use-filters.ts'
import { useJurorPhaseQuery, type useFirstLevelQueueQuery } from '../jury.api.ts'
import { Queue } from './queue.tsx'
import { asState, QUEUE_PAGE_SIZE } from './queue-state.ts'

type QueuePageProps = {
  /** Key of the page's words. */
  words: 'queue' | 'level'
  useRows: typeof useFirstLevelQueueQuery
  home: string
}

/** A juror's list, of either level. */
export function QueuePage({ words, useRows, home }: QueuePageProps) {
  const { t } = useTranslation('jury')
  const { filters, current, change } = useFilters(['state', 'keyword'])
  const { data: phases } = useJurorPhaseQuery({})
  const { keyword } = filters
  const state = asState(filters.state)
  const query = useRows({ current, pageSize: QUEUE_PAGE_SIZE, state, keyword })
  return (
    <Desk>
      <PageHeader
        eyebrow={t(`${words}.eyebrow`)}
        title={t(`${words}.title`)}
        lead={t(`${words}.lead`)}
      />
      <Queue
        query={query}
        phase={phases?.current ?? null}
        state={state}
        keyword={keyword}
        onChange={change}
        home={home}
      />
    </Desk>
  )
}
