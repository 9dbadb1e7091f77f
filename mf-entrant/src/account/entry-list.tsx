import type { EntryRow } from '@awards/shared/contract'
import { EmptyState, ErrorPanel, Loader } from '@awards/shared/ui'
import { Button, Pagination } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { EntryCard } from './entry-card.tsx'
import { EntryFilters, type Edition } from './entry-filters.tsx'
import styles from './entry-list.module.css'
import entryCardStyles from './entry-card.module.css'
import { useListAddress } from './list-address.ts'

/** Takes the room of the first card, so that nothing jumps when it comes. */
const EntryListSkeleton = () => (
  <div className={entryCardStyles.card}>
    <div className={entryCardStyles.empty} aria-hidden="true" />
    <div className={entryCardStyles.waiting}>
      <Loader />
    </div>
  </div>
)

type EntryPage = { list: EntryRow[]; total: number; current: number; pageSize: number }
type EntryListProps = {
  query: {
    data?: EntryPage | undefined
    currentData?: EntryPage | undefined
    isError: boolean
    isFetching: boolean
    refetch: () => unknown
  }
  /** Which of the lists this is; its texts are under this name. */
  name: string
  /** Statuses to choose from; none where all entries are alike. */
  statuses?: readonly number[]
  /** Editions to choose from. */
  editions?: readonly Edition[]
  /** Leads on where the list is empty. */
  children: ReactNode
}

/** Entries as cards, page by page; the page before stays until the next one is there. */
export function EntryList({ query, name, statuses = [], editions = [], children }: EntryListProps) {
  const { t } = useTranslation('entrant')
  const [search, setSearch] = useSearchParams()
  const { wanted, change } = useListAddress()
  const page = query.currentData ?? query.data
  const isFiltered = Boolean(wanted.status ?? wanted.keyword ?? wanted.edition_id)

  if (!page && query.isError)
    return <ErrorPanel onRetry={() => void query.refetch()} retrying={query.isFetching} />
  if (!page) return <EntryListSkeleton />
  const { list, total, current, pageSize } = page
  const last = Math.ceil(total / pageSize)
  const turnTo = (number: number) => {
    const next = new URLSearchParams(search)
    next.set('page', String(number))
    setSearch(next)
  }
  return (
    <>
      <EntryFilters statuses={statuses} editions={editions} total={total} isFiltered={isFiltered} />
      {total === 0 && isFiltered && (
        <EmptyState
          title={t('empty.filtered.title')}
          action={
            <Button onClick={() => change({ status: undefined, q: undefined, edition: undefined })}>
              {t('account.filter.clear')}
            </Button>
          }
        >
          {t('empty.filtered.text')}
        </EmptyState>
      )}
      {total === 0 && !isFiltered && (
        <EmptyState title={t(`empty.${name}.title`)} action={children}>
          {t(`empty.${name}.text`)}
        </EmptyState>
      )}
      {total > 0 && list.length === 0 && (
        <EmptyState
          title={t('empty.beyond.title', { page: current })}
          action={
            <Button onClick={() => turnTo(last)}>{t('empty.beyond.last', { page: last })}</Button>
          }
        >
          {t('empty.beyond.text', { count: last })}
        </EmptyState>
      )}
      <ul className={styles.list} role="list" aria-busy={query.isFetching && !query.currentData}>
        {list.map((entry) => (
          <li key={entry.apply_order_id}>
            <EntryCard entry={entry} />
          </li>
        ))}
      </ul>
      {total > pageSize && (
        <Pagination
          className={styles.pages ?? ''}
          align="center"
          current={current}
          pageSize={pageSize}
          total={total}
          showSizeChanger={false}
          onChange={turnTo}
        />
      )}
    </>
  )
}
