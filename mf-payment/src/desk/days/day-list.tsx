import type { ComparisonRow } from '@awards/shared/contract'
import { EmptyState, QueryView } from '@awards/shared/ui'
import { Pagination } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAddress } from '../common/use-address.ts'
import { useDeskDaysQuery } from '../desk.api.ts'
import { CompareForm } from './compare-form.tsx'
import { DayRow } from './day-row.tsx'
import styles from './day-list.module.css'

const PAGE_SIZE = 30

/** Each day of each payment service: its statement beside our books. */
export function DayList() {
  const { t } = useTranslation('books')
  const { page, change } = useAddress()
  const query = useDeskDaysQuery({ current: page, pageSize: PAGE_SIZE })
  return (
    <>
      <div className={styles.intro}>
        <p>{t('day.lead')}</p>
        <CompareForm />
      </div>
      <QueryView query={{ ...query, currentData: query.data }}>
        {({ list, total }) =>
          list.length === 0 ? (
            <EmptyState title={t('day.nothing')}>{t('day.nothingText')}</EmptyState>
          ) : (
            <>
              <ul className={styles.days} role="list" aria-busy={query.isFetching}>
                {list.map((row) => (
                  <DayRow key={keyOf(row)} row={row} />
                ))}
              </ul>
              {total > PAGE_SIZE && (
                <Pagination
                  current={page}
                  pageSize={PAGE_SIZE}
                  total={total}
                  showSizeChanger={false}
                  onChange={(next) => change({ page: next })}
                />
              )}
            </>
          )
        }
      </QueryView>
    </>
  )
}

const keyOf = ({ day, channel, currency }: ComparisonRow) => `${day} ${channel} ${currency}`
