import type { Output, PhaseInfo, subjudges } from '@awards/shared/contract'
import { EmptyState, ErrorPanel, LinkButton, Loader } from '@awards/shared/ui'
import { Pagination } from 'antd'
import { useTranslation } from 'react-i18next'
import { PageBeyond } from '../common/page-beyond.tsx'
import { PhaseLine } from '../common/phase-line.tsx'
import { QueueCard } from './queue-card.tsx'
import { QueueCategories } from './queue-categories.tsx'
import { QueueDone } from './queue-done.tsx'
import { QueueProgress } from './queue-progress.tsx'
import { QueueStates } from './queue-states.tsx'
import styles from './queue.module.css'

type List = Output<typeof subjudges.subJuryAwardList>
type QueueProps = {
  phase: PhaseInfo | null
  query: {
    data?: List | undefined
    isError: boolean
    isFetching: boolean
    refetch: () => unknown
  }
  state: string | undefined
  keyword: string | undefined
  onChange: (values: { state?: string; keyword?: string; page?: number }) => void
  home: string
}

const EAGER = 3

/** A juror's entries, to be scored one after the other. */
export function Queue({ phase, query, state, keyword, onChange, home }: QueueProps) {
  const { t } = useTranslation('jury')
  const { data } = query
  if (!data) {
    if (!query.isError) return <Loader />
    return <ErrorPanel onRetry={() => void query.refetch()} retrying={query.isFetching} />
  }
  const isAll = !state && !keyword
  return (
    <>
      <div className={styles.top}>
        <QueueProgress progress={data.progress} />
        <PhaseLine phase={phase} />
      </div>
      <QueueCategories />
      <QueueDone progress={data.progress} recheck={data.recheck} />
      <QueueStates state={state} keyword={keyword} progress={data.progress} onChange={onChange} />
      <p className={styles.count} role="status">
        {t('queue.count', { count: data.total })}
      </p>
      {data.list.length === 0 && data.total > 0 ? (
        <PageBeyond page={data} onPage={(page) => onChange({ page })} />
      ) : data.list.length === 0 ? (
        <EmptyState
          title={isAll ? t('queue.nothing') : t('queue.none')}
          action={!isAll && <LinkButton to={home}>{t('queue.all')}</LinkButton>}
        >
          {isAll ? t('queue.nothingText') : t('queue.noneText')}
        </EmptyState>
      ) : (
        <ul className={query.isFetching ? styles.stale : styles.grid} aria-busy={query.isFetching}>
          {data.list.map((row, index) => (
            <li key={row.apply_order_id}>
              <QueueCard row={row} eager={index < EAGER} />
            </li>
          ))}
        </ul>
      )}
      {data.total > data.pageSize && (
        <Pagination
          className={styles.pages ?? ''}
          current={data.current}
          pageSize={data.pageSize}
          total={data.total}
          showSizeChanger={false}
          onChange={(page) => onChange({ page })}
        />
      )}
    </>
  )
}
