import type { JudgeRow } from '@awards/shared/contract'
import { memo, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from './columns.tsx'
import styles from './entry-grid.module.css'

type GridRowProps = {
  id: string
  index: number
  top: number
  row: JudgeRow | undefined
  columns: readonly Column[]
  isSelected: boolean
  isActive: boolean
  onPick: (index: number, isRange: boolean) => void
  onPoint: (index: number) => void
}

/** One row of the table; a shadow of the same height while the entry is on its way. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { id, index, top, row, columns, isSelected, isActive, onPick, onPoint } = props
  const { t } = useTranslation('jurytable')
  const line = useRef<HTMLDivElement>(null)
  // Whoever was at a link in the row is not taken to another entry with it.
  useLayoutEffect(() => {
    if (!line.current?.contains(document.activeElement)) return
    line.current.closest<HTMLElement>('[role=grid]')?.focus({ preventScroll: true })
  }, [index])
  const look = [styles.row, isSelected && styles.selected, isActive && styles.active]
  return (
    <div
      ref={line}
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={look.filter(Boolean).join(' ')}
      style={{ transform: `translateY(${top}px)` }}
      onMouseDown={() => onPoint(index)}
    >
      <div role="gridcell" className={styles.check}>
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isSelected}
          disabled={!row}
          aria-label={t('select', { title: row?.title || row?.entry_no || index + 1 })}
          onChange={(event) => onPick(index, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </div>
      {columns.map((column) => (
        <div
          key={column.key}
          role="gridcell"
          className={column.isNumber ? styles.number : styles.cell}
        >
          {row ? column.cell(row) : <span className={styles.shadow} />}
        </div>
      ))}
    </div>
  )
})
