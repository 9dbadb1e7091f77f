import { useApiQuery } from '@awards/shared/client'
import { judge, type PhaseInfo, publication } from '@awards/shared/contract'
import { EmptyState, ErrorPanel, Loader, NARROW, useMedia } from '@awards/shared/ui'
import { useCallback, useMemo, useState, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCapability } from '../common/use-capability.ts'
import { WrongFilters } from '@awards/shared/list/wrong-filters'
import { BulkBar } from './bulk-bar.tsx'
import { DECISION_STATUS, ENTRY_FEE_STATUS, ENTRY_STATUS } from '@awards/shared/domain'
import { useCurrentUser } from '@awards/shared/session'
import { Button, Input, Select } from 'antd'
import styles from './chair-table-view.module.css'
import {
  type ChairFilterName,
  type ChairFilterValues,
  useChairFilters,
} from './use-chair-filters.ts'
import { registerNamespace } from '@awards/shared/i18n'
import { EntryCards } from './table/entry-cards.tsx'
import { EntryGrid } from './table/entry-grid.tsx'
import { LookMenu, lookOf } from './table/look-menu.tsx'
import { useRows } from './table/use-rows.ts'
import { useSelection } from './table/use-selection.ts'
import { ViewsBar } from './table/views-bar.tsx'

void registerNamespace('jurytable', (language) => import(`./locales/${language}.json`))

type ChairFiltersProps = {
  filters: ChairFilterValues
  phases: readonly PhaseInfo[]
  onChange: (values: ChairFilterValues) => void
}
type Option = { value: string; label: string }

const S = ENTRY_STATUS
const STATUSES = [S.registered, S.admitted, S.in_judging, S.decided, S.awarded, S.not_awarded]

/** The filters of the chair's table; every choice is in the address. */
const ChairFilters = memo(function ChairFilters(props: ChairFiltersProps) {
  const { filters, phases, onChange } = props
  const { t } = useTranslation(['jury', 'shared'])
  const can = useCapability()
  const isNarrow = useMedia(NARROW)
  const [isOpen, setIsOpen] = useState(false)
  const panel = useCurrentUser()?.juror?.category_ids
  const { data: tree = [] } = useApiQuery(publication.category, {}, { skipErrorHandler: false })
  const { data: agents = [] } = useApiQuery(judge.getAgentCode)

  const editions = [...new Map(phases.map(({ edition }) => [edition.id, edition])).values()]
  const reviewed = phases.find(({ is_current, phase }) => is_current && phase >= 3 && phase <= 7)
  const categories = tree
    .flatMap(({ children, ...parent }) => (children.length > 0 ? children : [parent]))
    .filter(({ id }) => panel?.includes(id) ?? true)
  const statuses = (names: Record<string, number>, key: string, only?: readonly number[]) =>
    Object.entries(names)
      .filter(([, value]) => !only || only.includes(value))
      .map(([name, value]) => ({ value: String(value), label: t(`${key}.${name}`) }))

  const select = (name: ChairFilterName, options: Option[], shown?: string) => (
    <Select
      key={name}
      className={styles.select ?? ''}
      aria-label={t(`jury:filter.${name}`)}
      placeholder={t(`jury:filter.${name}`)}
      value={filters[name] ?? shown ?? null}
      options={options}
      allowClear={filters[name] !== undefined}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      onChange={(value: string | null) => onChange({ [name]: value ?? '' })}
    />
  )
  const more = (
    <>
      {select(
        'category_id',
        categories.map(({ id, name }) => ({ value: id, label: name })),
      )}
      {select('entry_status', statuses(ENTRY_STATUS, 'shared:status.entry', STATUSES))}
      {select('decision_status', statuses(DECISION_STATUS, 'decision'))}
      {can('can_manage_fees') &&
        select('entry_fee_status', statuses(ENTRY_FEE_STATUS, 'shared:status.entry_fee'))}
      {select('is_show', [
        { value: '1', label: t('jury:filter.shown') },
        { value: '0', label: t('jury:filter.hidden') },
      ])}
      {agents.length > 0 &&
        select(
          'code',
          agents.map(({ code, label }) => ({ value: code, label: `${code} ${label}` })),
        )}
    </>
  )
  return (
    <div className={styles.filters} role="search" aria-label={t('jury:filter.label')}>
      <Input.Search
        className={styles.search ?? ''}
        aria-label={t('jury:filter.keyword')}
        placeholder={t('jury:filter.keyword')}
        defaultValue={filters.keyword ?? ''}
        allowClear
        onSearch={(value) => onChange({ keyword: value.trim() })}
      />
      {select(
        'edition_id',
        editions.map(({ id, name }) => ({ value: id, label: name })),
        reviewed?.edition.id,
      )}
      {isNarrow && (
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'jury:filter.fewer' : 'jury:filter.more')}
        </Button>
      )}
      {(!isNarrow || isOpen) && more}
    </div>
  )
})

// Scroll position of the table, restored on the way back from an entry.
let kept = { query: '', offset: 0 }

/** Saves the scroll offset of a query when an entry is opened, and returns it afterwards. */
const useSavedScroll = (query: string) =>
  useMemo(
    () => ({
      read: () => (kept.query === query ? kept.offset : 0),
      keep: (offset: number) => {
        kept = { query, offset }
      },
    }),
    [query],
  )

type GoToProps = { total: number; onGo: (index: number) => void }

/** A row by its number; the last one is never further away than the first. */
function GoTo({ total, onGo }: GoToProps) {
  const { t } = useTranslation('jurytable')
  const [text, setText] = useState('')
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        const number = Math.trunc(Number(text))
        if (number >= 1) onGo(Math.min(number, total) - 1)
        setText('')
      }}
    >
      <label className={styles.label}>
        {t('goTo')}
        <input
          className={styles.field}
          inputMode="numeric"
          pattern="[0-9]*"
          maxLength={7}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
    </form>
  )
}

const NO_PHASES: readonly PhaseInfo[] = []

/** The chair's table: every entry of the panel, how far the jury is, and what has been decided. */
export function ChairTableView() {
  const { t } = useTranslation(['jurytable', 'jury'])
  const isNarrow = useMedia(NARROW)
  const { filters, wrong, input, query, change, clear, isFiltered } = useChairFilters()
  const { data: phases } = useApiQuery(judge.getPhase)
  const [goal, setGoal] = useState<{ index: number }>()
  const place = useSavedScroll(query)
  const rows = useRows(input)
  const selection = useSelection(input, rows.rowAt)
  const seesFees = useCapability()('can_manage_fees')
  const look = useMemo(() => lookOf(filters, seesFees), [filters, seesFees])
  const onSort = useCallback((sort: string) => change({ sort }), [change])
  const { total } = rows

  return (
    <>
      <ViewsBar />
      <ChairFilters filters={filters} phases={phases?.list ?? NO_PHASES} onChange={change} />
      <WrongFilters namespace="jury" names={wrong} onClear={clear} />
      {rows.isError && <ErrorPanel onRetry={rows.refetch} retrying={rows.isFetching} />}
      {total === undefined && !rows.isError && <Loader />}
      {total !== undefined && (
        <>
          <div className={styles.head}>
            <p className={styles.count} role="status">
              {t('jury:chair.count', { count: total })}
            </p>
            <BulkBar {...{ selection, total, input, query }} view={look.view} />
            <div className={styles.tools}>
              {!isNarrow && <GoTo total={total} onGo={(index) => setGoal({ index })} />}
              <LookMenu filters={filters} onChange={change} isNarrow={isNarrow} />
            </div>
          </div>
          {total === 0 ? (
            <EmptyState
              title={t(isFiltered ? 'jury:chair.none' : 'jury:chair.nothing')}
              action={
                isFiltered && (
                  <button type="button" className={styles.clear} onClick={() => clear()}>
                    {t('jury:filter.clear')}
                  </button>
                )
              }
            >
              {t(isFiltered ? 'jury:chair.noneText' : 'jury:chair.nothingText')}
            </EmptyState>
          ) : isNarrow ? (
            <EntryCards {...{ total, rows, selection }} view={look.view} />
          ) : (
            <EntryGrid
              {...{ total, rows, selection, goal, place }}
              columns={look.columns}
              density={look.density}
              sort={filters.sort}
              onSort={onSort}
            />
          )}
        </>
      )}
    </>
  )
}
