import { EmptyState, ErrorPanel, Loader, NARROW, useMedia } from '@awards/shared/ui'
import { Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useJudgeEntryListQuery, useJudgePhaseQuery } from '../jury.api.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ChairCards } from './chair-cards.tsx'
import { ChairFilters } from './chair-filters.tsx'
import { ChairTable } from './chair-table.tsx'
import styles from './jury-review.module.css'
import { useChairFilters } from './use-chair-filters.ts'

/** The chair's table: every entry of the panel, how far the jury is, and what has been decided. */
export function ChairTableView() {
  const { t } = useTranslation('jury')
  const isNarrow = useMedia(NARROW)
  const { filters, input, change, clear, isFiltered } = useChairFilters()
  const { data: phases } = useJudgePhaseQuery({})
  const query = useJudgeEntryListQuery(input)
  const [selected, setSelected] = useState<readonly string[]>([])
  const { data } = query
  const Rows = isNarrow ? ChairCards : ChairTable

  return (
    <>
      <ChairFilters filters={filters} phases={phases?.list ?? []} onChange={change} />
      {!data && !query.isError && <Loader />}
      {!data && query.isError && (
        <ErrorPanel onRetry={() => void query.refetch()} retrying={query.isFetching} />
      )}
      {data && (
        <>
          <div className={styles.head}>
            <p className={styles.count} role="status">
              {t('chair.count', { count: data.total })}
            </p>
            <BulkBar
              selected={selected}
              rows={data.list}
              filters={filters}
              total={data.total}
              onDone={() => setSelected([])}
            />
          </div>
          {data.list.length === 0 ? (
            <EmptyState
              title={t(isFiltered ? 'chair.none' : 'chair.nothing')}
              action={
                isFiltered && (
                  <button type="button" className={styles.clear} onClick={clear}>
                    {t('filter.clear')}
                  </button>
                )
              }
            >
              {t(isFiltered ? 'chair.noneText' : 'chair.nothingText')}
            </EmptyState>
          ) : (
            <div className={query.isFetching ? styles.stale : ''} aria-busy={query.isFetching}>
              <Rows
                rows={data.list}
                selected={selected}
                onSelect={setSelected}
                sort={filters.sort}
                onSort={(sort) => change({ sort })}
              />
            </div>
          )}
          {data.total > data.pageSize && (
            <Pagination
              className={styles.pages ?? ''}
              current={data.current}
              pageSize={data.pageSize}
              total={data.total}
              showSizeChanger={false}
              onChange={(page) => change({ page })}
            />
          )}
        </>
      )}
    </>
  )
}
