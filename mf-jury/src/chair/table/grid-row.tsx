import { memo, useLayoutEffect, useRef } from 'react'
import styles from './entry-grid.module.css'
import { GridCells, type GridCellsProps } from './grid-cells.tsx'

type GridRowProps = Omit<GridCellsProps, 'isShadow'> & {
  id: string
  top: number
  isActive: boolean
  /** Rows pass faster than anybody reads them. */
  isPassing: boolean
  onPoint: (index: number) => void
}

/** One row of the table; a shadow of the same height while it passes, or the entry is on its way. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { id, top, isActive, isPassing, onPoint, ...cells } = props
  const { index, row, isSelected } = cells
  const line = useRef<HTMLDivElement>(null)
  const drawn = useRef<number>(undefined)
  const isShadow = !row || (isPassing && drawn.current !== index)
  useLayoutEffect(() => {
    if (!isShadow) drawn.current = index
  }, [isShadow, index])
  // Whoever was at a link in the row is not taken to another entry with it.
  useLayoutEffect(() => {
    if (!line.current?.contains(document.activeElement)) return
    line.current.closest<HTMLElement>('[role=grid]')?.focus({ preventScroll: true })
  }, [index])
  const look = [
    isShadow ? styles.shadow : styles.row,
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
      aria-busy={isShadow}
      className={look.filter(Boolean).join(' ')}
      style={{ top }}
      onMouseDown={() => onPoint(index)}
    >
      <GridCells {...cells} isShadow={isShadow} />
    </div>
  )
})
