import { useVirtualizer } from '@tanstack/react-virtual'
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  memo,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '@awards/shared/i18n'
import { headingOf, leastWidth, type Column } from './columns.tsx'
import styles from './entry-grid.module.css'
import type { Selection } from './use-selection.ts'
import { GridRow, recycledOrder, useRowRecycling } from './grid-row.tsx'
import { paths } from '@awards/shared/paths'
import { useNavigate } from 'react-router-dom'
import type { Rows } from './use-rows.ts'
import { useFastScroll } from '@awards/shared/list/virtual-rows'
import { useShortcuts } from '@awards/shared/browser/use-shortcuts'
import { tablePlace } from './table-memory.ts'

type GridHeadProps = {
  columns: readonly Column[]
  sort: string | undefined
  onSort: (sort: string) => void
  total: number
  selection: Selection
}

const BEST_FIRST: readonly string[] = ['score', 'mean', 'median', 'trimmed', 'deviation']

/** Names of the columns; those that sort do so one way, the other, and not at all. */
const GridHead = memo(function GridHead(props: GridHeadProps) {
  const { columns, sort, onSort, total, selection } = props
  const { t } = useTranslation('jurytable')
  const language = useLanguage()
  const count = selection.selected.size
  const isAll = count > 0 && count >= total
  // Of figures the best are looked for first, of words the beginning of the alphabet.
  const next = (key: string) => {
    const [first, second] = BEST_FIRST.includes(key) ? [`-${key}`, key] : [key, `-${key}`]
    return sort === first ? second : sort === second ? '' : first
  }
  const orderOf = (key: string) =>
    sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none'
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        <div role="columnheader" className={styles.check}>
          <input
            type="checkbox"
            ref={(box) => {
              if (box) box.indeterminate = count > 0 && !isAll
            }}
            checked={isAll}
            disabled={selection.isAsking || total === 0}
            aria-label={t('selectAll', { count: total })}
            onChange={() => (isAll ? selection.clear() : void selection.all())}
          />
        </div>
        {columns.map(({ key, sort: by, isNumber }) => (
          <div
            key={key}
            role="columnheader"
            className={isNumber ? styles.number : styles.cell}
            {...(by && { 'aria-sort': orderOf(by) })}
          >
            {by ? (
              <button type="button" className={styles.sort} onClick={() => onSort(next(by))}>
                {headingOf(key, language)}
                <span className={styles.arrow} aria-hidden="true" />
              </button>
            ) : (
              headingOf(key, language)
            )}
          </div>
        ))}
      </div>
    </div>
  )
})

type GridKeys = {
  total: number
  /** The row that the keyboard was on when the table was left. */
  start: number
  /** How many rows a page of the screen has. */
  screenRows: () => number
  rowAt: Rows['rowAt']
  selection: Selection
  onGo: (index: number) => void
}

/** The row that the keyboard is on, and what keys do with it. */
function useGridKeys({ total, start, screenRows, rowAt, selection, onGo }: GridKeys) {
  const [active, setActive] = useState(() => Math.min(start, Math.max(total - 1, 0)))
  const navigate = useNavigate()

  const go = (index: number) => {
    const next = Math.min(Math.max(index, 0), Math.max(total - 1, 0))
    setActive(next)
    onGo(next)
    return next
  }
  const targetOf = (key: string): number | undefined =>
    ({
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + screenRows(),
      PageUp: active - screenRows(),
      Home: 0,
      End: total - 1,
    })[key]

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.target !== event.currentTarget || event.altKey) return
    const target = targetOf(event.key)
    if (target !== undefined) {
      const next = go(target)
      if (event.shiftKey) void selection.extend(next)
    } else if (event.key === ' ') {
      if (event.shiftKey) void selection.extend(active)
      else selection.toggle(active)
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      void selection.all()
    } else if (event.key === 'Escape') {
      selection.clear()
    } else if (event.key === 'Enter') {
      const row = rowAt(active)
      if (row) void navigate(paths.juryReviewDetails(row.apply_order_id))
    } else return
    event.preventDefault()
  }
  return { active, setActive, go, onKeyDown }
}

const HEIGHTS = { comfortable: 64, compact: 44 } as const
const HEAD_HEIGHT = 36
const OVERSCAN = 4

export type Density = keyof typeof HEIGHTS
export type EntryGridProps = {
  total: number
  rows: Rows
  columns: readonly Column[]
  density: Density
  sort: string | undefined
  onSort: (sort: string) => void
  selection: Selection
  /** The row to go to, whenever it changes. */
  goal: { index: number } | undefined
  /** Whose table of which filters it is: where it stood when it was left. */
  place: string
}

/** The whole list behind one scroll bar; only the rows on screen are there. */
export function EntryGrid(props: EntryGridProps) {
  const { total, rows, columns, density, sort, onSort, selection, goal, place } = props
  const { t } = useTranslation('jurytable')
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const height = HEIGHTS[density]
  const { isFastScroll, onScroll } = useFastScroll(height)
  const { slots, rangeExtractor } = useRowRecycling(isFastScroll)
  // The virtualizer stays in this component, which reads it on each render.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
    rangeExtractor,
    initialOffset: () => tablePlace.read(place).offset,
    scrollPaddingStart: HEAD_HEIGHT,
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height])

  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  const { onRange } = rows
  useEffect(() => onRange(first, last), [onRange, first, last])

  const keys = useGridKeys({
    total,
    start: tablePlace.read(place).active,
    rowAt: rows.rowAt,
    selection,
    screenRows: () =>
      Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD_HEIGHT) / height) - 1),
    onGo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  })
  const go = useRef(keys.go)
  go.current = keys.go
  useEffect(() => {
    if (goal) go.current(goal.index)
  }, [goal])
  const step = (by: number) => () => {
    scroller.current?.focus({ preventScroll: true })
    keys.go(keys.active + by)
  }
  useShortcuts({ j: step(1), k: step(-1), x: () => selection.toggle(keys.active) })

  const { active, setActive } = keys
  useEffect(() => tablePlace.keep(place, { active }), [place, active])
  // Who went on from entry to entry comes back to the last one.
  useEffect(() => {
    const { isMoved, active: last } = tablePlace.read(place)
    if (isMoved) go.current(last)
    tablePlace.keep(place, { isMoved: false })
  }, [place])
  // Another list begins at its first row; the one that was left is taken up where it stood.
  const shownPlace = useRef(place)
  useEffect(() => {
    if (shownPlace.current === place) return
    shownPlace.current = place
    setActive(0)
    scroller.current?.scrollTo({ top: 0 })
  }, [place, setActive])
  const latest = useRef(selection)
  latest.current = selection
  const onPick = useCallback((index: number, isRange: boolean) => {
    if (isRange) void latest.current.extend(index)
    else latest.current.toggle(index)
  }, [])
  const isStanding = !virtualizer.isScrolling && !body.current?.contains(document.activeElement)
  const isActiveShown = keys.active >= first && keys.active <= last
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      className={styles.grid}
      aria-label={t('label')}
      aria-rowcount={total + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      aria-busy={rows.isFetching || isFastScroll}
      aria-activedescendant={isActiveShown ? `${id}${keys.active}` : undefined}
      onKeyDown={keys.onKeyDown}
      onScroll={({ currentTarget: { scrollTop } }) => {
        tablePlace.keep(place, { offset: scrollTop })
        onScroll(scrollTop)
      }}
      style={
        {
          '--row-height': `${height}px`,
          '--least-width': `calc(2.5rem + ${leastWidth(columns)})`,
          '--tracks': `2.5rem ${columns.map(({ track }) => track).join(' ')}`,
        } as CSSProperties
      }
    >
      <GridHead {...{ columns, sort, onSort, total, selection }} />
      <div
        ref={body}
        role="rowgroup"
        className={rows.isStale ? styles.stale : styles.body}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {recycledOrder(items, slots.current, isStanding).map(({ index, start }) => {
          const row = rows.rowAt(index)
          return (
            <GridRow
              key={index % slots.current}
              id={`${id}${index}`}
              index={index}
              top={start}
              row={row}
              columns={columns}
              isSelected={row !== undefined && selection.selected.has(row.apply_order_id)}
              isActive={index === keys.active}
              onPick={onPick}
              onPoint={setActive}
            />
          )
        })}
      </div>
    </div>
  )
}
