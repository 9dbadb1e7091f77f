import { memo, useLayoutEffect, useRef } from 'react'
import styles from './entry-grid.module.css'
import type { JudgeRow } from '@awards/shared/contract'
import { useTranslation } from 'react-i18next'
import type { Column } from './columns.tsx'

type GridCellsProps = {
  row: JudgeRow | undefined
  index: number
  columns: readonly Column[]
  isSelected: boolean
  onPick: (index: number, isRange: boolean) => void
  /** The cells are not to be seen now: those of the entry before stay as they are. */
  isSkeleton: boolean
}

const KEYS = ['row', 'index', 'columns', 'isSelected', 'onPick', 'isSkeleton'] as const

/** What a row says of its entry. */
const GridCells = memo(
  function GridCells({ row, index, columns, isSelected, onPick }: GridCellsProps) {
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
  },
  (before, after) => after.isSkeleton || KEYS.every((key) => before[key] === after[key]),
)

type GridRowProps = Omit<GridCellsProps, 'isSkeleton'> & {
  id: string
  top: number
  isActive: boolean
  /** Rows pass faster than anybody reads them. */
  isFastScroll: boolean
  onPoint: (index: number) => void
}

/** One row of the table; a shadow of the same height while it passes, or the entry is on its way. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { id, top, isActive, isFastScroll, onPoint, ...cells } = props
  const { index, row, isSelected } = cells
  const line = useRef<HTMLDivElement>(null)
  const drawn = useRef<number>(undefined)
  const isSkeleton = !row || (isFastScroll && drawn.current !== index)
  useLayoutEffect(() => {
    if (!isSkeleton) drawn.current = index
  }, [isSkeleton, index])
  // Moves the focus from a link of a recycled row to the table: the row now shows another entry.
  useLayoutEffect(() => {
    if (!line.current?.contains(document.activeElement)) return
    line.current.closest<HTMLElement>('[role=grid]')?.focus({ preventScroll: true })
  }, [index])
  const look = [
    isSkeleton ? styles.shadow : styles.row,
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
      aria-busy={isSkeleton}
      className={look.filter(Boolean).join(' ')}
      style={{ top }}
      onMouseDown={() => onPoint(index)}
    >
      <GridCells {...cells} isSkeleton={isSkeleton} />
    </div>
  )
})
