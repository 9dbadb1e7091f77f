import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from './columns.tsx'
import styles from './entry-grid.module.css'
import type { Selection } from './use-selection.ts'

type GridHeadProps = {
  columns: readonly Column[]
  sort: string | undefined
  onSort: (sort: string) => void
  total: number
  selection: Selection
}

/** Names of the columns; those that sort do so upwards, downwards, and not at all. */
export const GridHead = memo(function GridHead(props: GridHeadProps) {
  const { columns, sort, onSort, total, selection } = props
  const { t } = useTranslation('jurytable')
  const count = selection.selected.size
  const isAll = count > 0 && count >= total
  const next = (key: string) => (sort === key ? `-${key}` : sort === `-${key}` ? '' : key)
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
                {t(`column.${key}`)}
                <span className={styles.arrow} aria-hidden="true" />
              </button>
            ) : (
              t(`column.${key}`)
            )}
          </div>
        ))}
      </div>
    </div>
  )
})
