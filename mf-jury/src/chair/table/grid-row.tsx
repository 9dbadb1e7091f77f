import { memo, useCallback, useLayoutEffect, useRef } from 'react'
import styles from './entry-grid.module.css'
import type { JudgeRow } from '@awards/shared/contract'
import { useTranslation } from 'react-i18next'
import type { Column } from './columns.tsx'
import { useFrozenRange } from '@awards/shared/list/virtual-rows'
import type { Range, VirtualItem } from '@tanstack/react-virtual'

type GridCellsProps = {
  row: JudgeRow | undefined
  index: number
  columns: readonly Column[]
  isSelected: boolean
  onPick: (index: number, isRange: boolean) => void
}

/** What a row says of its entry. */
const GridCells = memo(function GridCells(props: GridCellsProps) {
  const { row, index, columns, isSelected, onPick } = props
  const { t } = useTranslation('jurytable')
  if (!row) return null
  return (
    <>
      <div role="gridcell" className={styles.check}>
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isSelected}
          aria-label={t('select', { title: row.title || row.entry_no })}
          onChange={(event) => onPick(index, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </div>
      {columns.map((column) => (
        <div
          key={column.key}
          role="gridcell"
          className={column.isNumber ? styles.number : styles.cell}
        >
          {column.cell(row)}
        </div>
      ))}
    </>
  )
})

type GridRowProps = GridCellsProps & {
  id: string
  top: number
  isActive: boolean
  onPoint: (index: number) => void
}

/** One row of the table; a skeleton of the same height while the entry is loading. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { id, top, isActive, onPoint, ...cells } = props
  const { index, row, isSelected } = cells
  const line = useRef<HTMLDivElement>(null)
  // Moves the focus from a link of a recycled row to the table: the row now shows another entry.
  useLayoutEffect(() => {
    if (!line.current?.contains(document.activeElement)) return
    line.current.closest<HTMLElement>('[role=grid]')?.focus({ preventScroll: true })
  }, [index])
  const look = [
    row ? styles.row : styles.skeleton,
    isSelected && styles.selected,
    isActive && styles.active,
  ]
  return (
    <div
      ref={line}
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-busy={!row}
      className={look.filter(Boolean).join(' ')}
      style={{ top }}
      onMouseDown={() => onPoint(index)}
    >
      <GridCells {...cells} />
    </div>
  )
})

/**
 * Row recycling: keeps the largest number of rows that the screen needed and reuses a row that scrolls out
 * for one that scrolls in, so that scrolling mounts and unmounts nothing. A fast scroll freezes the range.
 */
export function useRowRecycling(isFastScroll: boolean) {
  const slots = useRef(0)
  const extract = useCallback(({ startIndex, endIndex, overscan, count }: Range) => {
    slots.current = Math.max(slots.current, endIndex - startIndex + 1 + 2 * overscan)
    const length = Math.min(slots.current, count)
    const first = Math.max(0, Math.min(startIndex - overscan, count - length))
    return Array.from({ length }, (_, index) => first + index)
  }, [])
  return { slots, rangeExtractor: useFrozenRange(isFastScroll, extract) }
}

/**
 * Keeps each row's place in the document while the list scrolls, since moving an element repaints it; at rest,
 * rows are in reading order.
 */
export function recycledOrder(items: readonly VirtualItem[], slots: number, isStanding: boolean) {
  if (isStanding) return items
  return items.toSorted((one, other) => (one.index % slots) - (other.index % slots))
}
