import type { JudgeRow } from '@awards/shared/contract'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from './columns.tsx'
import styles from './entry-grid.module.css'

export type GridCellsProps = {
  row: JudgeRow | undefined
  index: number
  columns: readonly Column[]
  isSelected: boolean
  onPick: (index: number, isRange: boolean) => void
  /** The cells are not to be seen now: those of the entry before stay as they are. */
  isShadow: boolean
}

const KEYS = ['row', 'index', 'columns', 'isSelected', 'onPick', 'isShadow'] as const

/** What a row says of its entry. */
export const GridCells = memo(
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
  (before, after) => after.isShadow || KEYS.every((key) => before[key] === after[key]),
)
