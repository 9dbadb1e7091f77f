import { useApiQuery } from '@awards/shared/client'
import { ENTRY_STATUS, entryStatusText } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { FilterSelect, SearchForm } from '@awards/shared/list/filters'
import { PageBeyond, PageLinks } from '@awards/shared/list/page-links'
import {
  Button,
  EmptyState,
  ErrorPanel,
  LinkButton,
  Loader,
  SectionHeading,
} from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { entries, type EntryRow } from '@awards/shared/contract'
import { EntryCard } from './entry-card.tsx'
import styles from './entry-list.module.css'
import { useListAddress, type Wanted } from './list-address.ts'
import entryCardStyles from './entry-card.module.css'

type Edition = { id: string; name: string }
type EntryFiltersProps = {
  editions: readonly Edition[]
  total: number
  isFiltered: boolean
}

/** A list that the eye takes in at once needs no filters. */
const FEW = 6

/** Looks for entries by words, status and edition; what is wanted stands in the address. */
function EntryFilters({ editions, total, isFiltered }: EntryFiltersProps) {
  const { t } = useTranslation('entrant')
  const { t: shared } = useTranslation('shared')
  const { wanted, change } = useListAddress()
  if (total <= FEW && !isFiltered) return null
  return (
    <div className={styles.filters} role="search">
      <SearchForm
        label={t('account.filter.keyword')}
        keyword={wanted.keyword}
        onSearch={(q) => change({ q })}
      />
      <FilterSelect
        label={t('account.filter.status')}
        any={t('account.filter.anyStatus')}
        value={wanted.status?.toString() ?? ''}
        onChange={(status) => change({ status })}
        options={STATUSES.map((value) => ({
          value: String(value),
          label: shared(`status.entry.${entryStatusText(value)}`),
        }))}
      />
      {editions.length > 1 && (
        <FilterSelect
          label={t('account.filter.edition')}
          any={t('account.filter.anyEdition')}
          value={wanted.edition_id ?? ''}
          onChange={(edition) => change({ edition })}
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
type Query = {
  data?: EntryPage | undefined
  currentData?: EntryPage | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

type EntryCardsProps = { query: Query; page: string; keepsScroll?: boolean }

/** Entries as cards, page by page; the page before stays until the next one is there. */
function EntryCards({ query, page, keepsScroll = false }: EntryCardsProps) {
  const shown = query.currentData ?? query.data
  if (!shown || shown.total === 0) return null
  const { list, ...pages } = shown
  return (
    <>
      {list.length === 0 && <PageBeyond {...pages} name={page} />}
      <ul className={styles.list} role="list" aria-busy={query.isFetching && !query.currentData}>
        {list.map((entry) => (
          <li key={entry.apply_order_id}>
            <EntryCard entry={entry} />
          </li>
        ))}
      </ul>
      <PageLinks {...pages} name={page} keepsScroll={keepsScroll} />
    </>
  )
}

const ALL = { current: 1, pageSize: 100 }

/** The closed editions in which the account has entries, the latest first. */
function useEditions(isAsked: boolean): Edition[] {
  const rows = useApiQuery(entries.historyEntryList, ALL, { skip: !isAsked }).data?.list ?? []
  const editions = new Map(rows.map(({ edition }) => [edition.id, edition]))
  return [...editions.values()]
    .sort((a, b) => b.code.localeCompare(a.code))
    .map(({ id, name }) => ({ id, name }))
}

const S = ENTRY_STATUS
const STATUSES = [
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
const NONE = { list: [], total: 0, current: 1, pageSize: 12 }

/** The two halves of the list that the address names: the running edition, and the closed ones. */
function useEntryPages({ current, earlier, edition_id, ...filters }: Wanted) {
  const isClosed = edition_id !== undefined
  const running = useApiQuery(entries.entryList, { ...filters, current }, { skip: isClosed })
  const past = useApiQuery(entries.historyEntryList, {
    ...filters,
    current: earlier,
    ...(edition_id && { edition_id }),
  })
  return { running: isClosed ? { ...running, data: NONE, currentData: NONE } : running, past }
}

/** Entries and awards in one list with their states: the running edition first, earlier ones below. */
export function Entries() {
  const { t } = useTranslation('entrant')
  const { wanted, change } = useListAddress()
  const { running, past } = useEntryPages(wanted)
  const isFiltered = Boolean(wanted.status ?? wanted.keyword ?? wanted.edition_id)
  const pages = [running, past]
  const known = pages.map(({ currentData, data }) => currentData ?? data)
  const [now, before] = known.map((page) => page?.total ?? 0)
  const total = (now ?? 0) + (before ?? 0)
  const editions = useEditions(total > FEW || wanted.edition_id !== undefined)
  const failed = pages.filter(({ isError }, index) => isError && !known[index])

  if (failed.length > 0) {
    return (
      <ErrorPanel
        onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        retrying={failed.some(({ isFetching }) => isFetching)}
      />
    )
  }
  if (known.some((page) => !page)) return <EntryListSkeleton />
  return (
    <>
      <EntryFilters editions={editions} total={total} isFiltered={isFiltered} />
      {isFiltered && total === 0 && (
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
      {!isFiltered && now === 0 && (
        <EmptyState
          title={t('empty.current.title')}
          action={
            <LinkButton type="primary" to={paths.steps()}>
              {t('account.enter')}
            </LinkButton>
          }
        >
          {t('empty.current.text')}
        </EmptyState>
      )}
      <EntryCards query={running} page="page" />
      {before !== 0 && (
        <section className={styles.earlier}>
          <SectionHeading>{t('account.earlier')}</SectionHeading>
          <EntryCards query={past} page="earlier" keepsScroll />
        </section>
      )}
    </>
  )
}
