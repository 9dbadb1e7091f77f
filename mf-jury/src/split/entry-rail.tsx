import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Rows } from '@awards/shared/list/virtual-rows'
import styles from './entry-rail.module.css'

const ROW = 52
const OVERSCAN = 6

type RailRow = {
  apply_order_id: string
  title: string
  judging_no: string
  category: { name: string }
}

type EntryRailProps<Row> = {
  label: string
  rows: Rows<Row>
  id: string
  /** Where the entry stands; undefined where it is not in the list, or not yet found there. */
  index: number | undefined
  pathOf: (id: string) => string
  /** What stands at the end of a row: a figure, and a word below it. */
  figureOf: (row: Row) => { figure: string; note?: ReactNode }
}

/** The list beside the entry, with titles and figures alone. */
export function EntryRail<Row extends RailRow>(props: EntryRailProps<Row>) {
  const { label, rows, id, index, pathOf, figureOf } = props
  const { t } = useTranslation('jury')
  const scroller = useRef<HTMLElement>(null)
  const total = rows.total ?? 0
  // The virtualizer stays in this component, which reads it on each render.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: OVERSCAN,
  })
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  const { onRange } = rows
  useEffect(() => onRange(first, last), [onRange, first, last])
  useEffect(() => {
    if (index !== undefined && total > 0) virtualizer.scrollToIndex(index, { align: 'auto' })
  }, [virtualizer, index, total])
  return (
    <nav ref={scroller} className={styles.rail} aria-label={label} aria-busy={rows.isFetching}>
      <ol role="list" className={styles.list} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index: at, start }) => {
          const row = rows.rowAt(at)
          const { figure, note } = row ? figureOf(row) : {}
          return (
            <li key={at} aria-setsize={total} aria-posinset={at + 1} style={{ top: start }}>
              {row && (
                <Link
                  to={pathOf(row.apply_order_id)}
                  className={styles.row}
                  aria-current={row.apply_order_id === id ? 'page' : undefined}
                >
                  <span className={styles.words}>
                    <span className={styles.title}>{row.title || t('untitled')}</span>
                    <small className={styles.facts}>
                      #{row.judging_no.replace(/^#/, '')} · {row.category.name}
                    </small>
                  </span>
                  <span className={styles.figures}>
                    <b>{figure}</b>
                    {note}
                  </span>
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
