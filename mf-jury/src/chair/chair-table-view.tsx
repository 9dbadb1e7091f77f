import type { PhaseInfo } from '@awards/shared/contract'
import { EmptyState, ErrorPanel, Loader, NARROW, useMedia } from '@awards/shared/ui'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCapability } from '../common/use-capability.ts'
import { WrongFilters } from '../common/wrong-filters.tsx'
import { useJudgePhaseQuery } from '../jury.api.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ChairFilters } from './chair-filters.tsx'
import styles from './chair-table-view.module.css'
import './register-texts.ts'
import { EntryCards } from './table/entry-cards.tsx'
import { EntryGrid } from './table/entry-grid.tsx'
import { LookMenu, lookOf } from './table/look-menu.tsx'
import { useRows } from './table/use-rows.ts'
import { useSelection } from './table/use-selection.ts'
import { ViewsBar } from './table/views-bar.tsx'
import { useChairFilters } from './use-chair-filters.ts'

// Where the table stood, for the way back from an entry.
let kept = { query: '', offset: 0 }

/** Where the table of a query stood when an entry was opened from it. */
const usePlace = (query: string) =>
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
  const { data: phases } = useJudgePhaseQuery({})
  const [goal, setGoal] = useState<{ index: number }>()
  const place = usePlace(query)
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
      <WrongFilters names={wrong} onClear={clear} />
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
