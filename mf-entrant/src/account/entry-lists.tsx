import { useApiQuery } from '@awards/shared/client'
import { ENTRY_STATUS, entryStatusText, type EntryStatus } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { LinkButton, EmptyState, ErrorPanel, Loader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { entries, type EntryRow } from '@awards/shared/contract'
import { Button, Pagination, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { EntryCard } from './entry-card.tsx'
import styles from './entry-list.module.css'
import { useListAddress } from './list-address.ts'
import entryCardStyles from './entry-card.module.css'

type Edition = { id: string; name: string }
type EntryFiltersProps = {
  statuses: readonly number[]
  editions: readonly Edition[]
  total: number
  isFiltered: boolean
}

/** A list that the eye takes in at once needs no filters. */
const FEW = 6

/** Looks for entries by words, status and edition; what is wanted stands in the address. */
function EntryFilters({ statuses, editions, total, isFiltered }: EntryFiltersProps) {
  const { t } = useTranslation('entrant')
  const { t: shared } = useTranslation('shared')
  const { wanted, change } = useListAddress()
  if (total <= FEW && !isFiltered) return null
  return (
    <div className={styles.filters} role="search">
      <Input.Search
        key={wanted.keyword}
        allowClear
        defaultValue={wanted.keyword}
        placeholder={t('account.filter.keyword')}
        aria-label={t('account.filter.keyword')}
        maxLength={80}
        onSearch={(q) => change({ q: q.trim() })}
      />
      {statuses.length > 0 && (
        <Select
          allowClear
          value={wanted.status ?? null}
          placeholder={t('account.filter.status')}
          aria-label={t('account.filter.status')}
          onChange={(status?: number | null) => change({ status: status?.toString() })}
          options={statuses.map((value) => ({
            value,
            label: shared(`status.entry.${entryStatusText(value as EntryStatus)}`),
          }))}
        />
      )}
      {editions.length > 1 && (
        <Select
          allowClear
          value={wanted.edition_id ?? null}
          placeholder={t('account.filter.edition')}
          aria-label={t('account.filter.edition')}
          onChange={(edition?: string | null) => change({ edition: edition ?? undefined })}
          options={editions.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <p className={styles.count} role="status">
        {t('account.filter.count', { count: total })}
      </p>
    </div>
  )
}

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
function EntryList({ query, name, statuses = [], editions = [], children }: EntryListProps) {
  const { t } = useTranslation('entrant')
  const { wanted, change, turnTo } = useListAddress()
  const page = query.currentData ?? query.data
  const isFiltered = Boolean(wanted.status ?? wanted.keyword ?? wanted.edition_id)

  if (!page && query.isError)
    return <ErrorPanel onRetry={() => void query.refetch()} retrying={query.isFetching} />
  if (!page) return <EntryListSkeleton />
  const { list, total, current, pageSize } = page
  const last = Math.ceil(total / pageSize)
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

const ALL = { current: 1, pageSize: 100 }
type PastList = typeof entries.historyEntryList | typeof entries.historyAwardList

/** The editions in which a list has entries, the latest first. */
function useEditions(list: PastList): Edition[] {
  const rows = useApiQuery(list, ALL).data?.list ?? []
  const editions = new Map(rows.map(({ edition }) => [edition.id, edition]))
  return [...editions.values()]
    .sort((a, b) => b.code.localeCompare(a.code))
    .map(({ id, name }) => ({ id, name }))
}

const S = ENTRY_STATUS
const RUNNING = [
  S.draft,
  S.submitted,
  S.registered,
  S.correction_requested,
  S.admitted,
  S.in_judging,
  S.awarded,
  S.not_awarded,
  S.withdrawn,
  S.disqualified,
]
const PAST = [S.awarded, S.not_awarded, S.withdrawn, S.disqualified]

/** Entries of the running edition. */
export function CurrentEntries() {
  const { t } = useTranslation('entrant')
  const { wanted } = useListAddress()
  return (
    <EntryList query={useApiQuery(entries.entryList, wanted)} name="current" statuses={RUNNING}>
      <LinkButton type="primary" to={paths.steps()}>
        {t('account.enter')}
      </LinkButton>
    </EntryList>
  )
}

/** Entries of archived editions. */
export function PastEntries() {
  const { t } = useTranslation('entrant')
  const { wanted } = useListAddress()
  const editions = useEditions(entries.historyEntryList)
  return (
    <EntryList
      query={useApiQuery(entries.historyEntryList, wanted)}
      name="history"
      statuses={PAST}
      editions={editions}
    >
      <LinkButton to={paths.account()}>{t('account.tab.current')}</LinkButton>
    </EntryList>
  )
}

/** Awards of the running edition. */
export function Awards() {
  const { t } = useTranslation('entrant')
  const { wanted } = useListAddress()
  return (
    <EntryList query={useApiQuery(entries.awardList, wanted)} name="awards">
      <LinkButton to={paths.calendar}>{t('account.calendar')}</LinkButton>
    </EntryList>
  )
}

/** Awards of archived editions. */
export function AwardHistory() {
  const { t } = useTranslation('entrant')
  const { wanted } = useListAddress()
  const editions = useEditions(entries.historyAwardList)
  return (
    <EntryList
      query={useApiQuery(entries.historyAwardList, wanted)}
      name="award-history"
      editions={editions}
    >
      <LinkButton to={paths.winners()}>{t('account.winners')}</LinkButton>
    </EntryList>
  )
}
