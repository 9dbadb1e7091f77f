import { useApiQuery } from '@awards/shared/client'
import { judge, type PhaseInfo, publication } from '@awards/shared/contract'
import { below, EmptyState, ErrorPanel, Loader, NARROW, useMedia } from '@awards/shared/ui'
import { memo, useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { WrongFilters } from '@awards/shared/list/filters'
import { DECISION_STATUS, ENTRY_FEE_STATUS, ENTRY_STATUS } from '@awards/shared/domain'
import { useCurrentUser } from '@awards/shared/session'
import { Button, Input, Select } from 'antd'
import { useCapability } from '../common/use-capability.ts'
import { DESK_SEARCH } from '../frame/desk-frame.tsx'
import { useDeskActions } from '../frame/desk-actions.ts'
import { Toolbar } from '../common/toolbar.tsx'
import './register-texts.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ExportMenu } from './list-files.tsx'
import styles from './chair-table-view.module.css'
import {
  type ChairFilterName,
  type ChairFilterValues,
  useChairFilters,
} from './use-chair-filters.ts'
import { EntryCards } from './table/entry-cards.tsx'
import { EntryGrid } from './table/entry-grid.tsx'
import { LookMenu, lookOf, rowDensity, useRowDensity } from './table/look-menu.tsx'
import { placeKey, tablePlace } from './table/table-memory.ts'
import { useRows } from './table/use-rows.ts'
import { useSelection } from './table/use-selection.ts'
import { ViewsBar } from './table/views-bar.tsx'

type ChairFiltersProps = {
  filters: ChairFilterValues
  phases: readonly PhaseInfo[]
  onChange: (values: ChairFilterValues) => void
  total: number | undefined
}
type Option = { value: string; label: string }

const S = ENTRY_STATUS
const STATUSES = [S.registered, S.admitted, S.in_judging, S.decided, S.awarded, S.not_awarded]

/** The filters of the chair's table; every choice is in the address. */
const ChairFilters = memo(function ChairFilters(props: ChairFiltersProps) {
  const { filters, phases, onChange, total } = props
  const { t } = useTranslation(['jury', 'shared'])
  const can = useCapability()
  const isNarrow = useMedia(below('wide'))
  const [isOpen, setIsOpen] = useState(false)
  // The address changes it too, for instance by a view.
  const [words, setWords] = useState(filters.keyword ?? '')
  useEffect(() => setWords(filters.keyword ?? ''), [filters.keyword])
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
      size={isNarrow ? 'middle' : 'small'}
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
    <Toolbar role="search" className={styles.filters} label={t('jury:filter.label')}>
      <Input.Search
        id={DESK_SEARCH}
        size={isNarrow ? 'middle' : 'small'}
        aria-keyshortcuts="/"
        className={styles.search ?? ''}
        aria-label={t('jury:filter.keyword')}
        placeholder={t('jury:filter.keyword')}
        value={words}
        allowClear
        onChange={(event) => setWords(event.target.value)}
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
      {total !== undefined && (
        <p className={styles.count} role="status">
          {t('jury:chair.count', { count: total })}
        </p>
      )}
      {(!isNarrow || isOpen) && more}
    </Toolbar>
  )
})

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
      <input
        className={styles.field}
        aria-label={t('goTo')}
        placeholder={t('goTo')}
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={7}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  )
}

const NO_PHASES: readonly PhaseInfo[] = []

/** The chair's table: every entry of the panel, how far the jury is, and what has been decided. */
export function ChairTableView() {
  const { t } = useTranslation(['jurytable', 'jury', 'juryframe'])
  const isNarrow = useMedia(NARROW)
  const [search] = useSearchParams()
  const { filters, wrong, input, query, change, clear, isFiltered } = useChairFilters()
  const { data: phases } = useApiQuery(judge.getPhase)
  const [goal, setGoal] = useState<{ index: number }>()
  const place = placeKey(useCurrentUser()?.id, query)
  const rows = useRows(input, tablePlace.read(place).active)
  const selection = useSelection(input, rows.rowAt, place)
  const seesFees = useCapability()('can_manage_fees')
  const kept = useRowDensity()
  const look = useMemo(() => lookOf(filters, seesFees), [filters, seesFees])
  const density = look.density ?? kept
  const onSort = useCallback((sort: string) => change({ sort }), [change])
  const { total } = rows
  useEffect(() => {
    tablePlace.keepAddress({ search: search.toString(), query })
  }, [search, query])
  const other = density === 'compact' ? 'comfortable' : 'compact'
  const chooseOther = () => {
    rowDensity.choose(other)
    change({ density: '' })
  }
  useDeskActions([{ key: other, label: t(`juryframe:action.${other}`), run: chooseOther }])
  const can = useCapability()

  return (
    <>
      <Toolbar label={t('toolbar')} className={styles.tools}>
        <ViewsBar />
        {!isNarrow && total !== undefined && (
          <GoTo total={total} onGo={(index) => setGoal({ index })} />
        )}
        {can('can_download') && !!total && <ExportMenu {...{ input, query }} view={look.view} />}
        <LookMenu filters={filters} onChange={change} isNarrow={isNarrow} />
      </Toolbar>
      <ChairFilters
        filters={filters}
        phases={phases?.list ?? NO_PHASES}
        onChange={change}
        total={total}
      />
      <WrongFilters namespace="jury" names={wrong} onClear={clear} />
      {rows.isError && <ErrorPanel onRetry={rows.refetch} retrying={rows.isFetching} />}
      {total === undefined && !rows.isError && <Loader />}
      {total === 0 && (
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
      )}
      {!!total && isNarrow && <EntryCards {...{ total, rows, selection }} view={look.view} />}
      {!!total && !isNarrow && (
        <EntryGrid
          {...{ total, rows, selection, goal, place, density, onSort }}
          columns={look.columns}
          sort={filters.sort}
        />
      )}
      <BulkBar {...{ selection, input }} total={total ?? 0} />
    </>
  )
}
