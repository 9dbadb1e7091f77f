import { useVirtualizer } from '@tanstack/react-virtual'
import { paths } from '@awards/shared/paths'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFigure } from '../../common/format.ts'
import '../register-texts.ts'
import type { LeftTable } from './entry-place.ts'
import styles from './entry-rail.module.css'
import { useRows } from '../table/use-rows.ts'

const ROW = 52
const OVERSCAN = 6

type EntryRailProps = {
  table: LeftTable
  id: string
  /** Where the entry stands; undefined where it is not in the list, or not yet found there. */
  index: number | undefined
}

/** The list beside the entry: the table as it was left, with titles and results alone. */
export function EntryRail({ table, id, index }: EntryRailProps) {
  const { t } = useTranslation(['jurytable', 'jury'])
  const figure = useFigure()
  const scroller = useRef<HTMLElement>(null)
  const rows = useRows(table.input, index)
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
    <nav ref={scroller} className={styles.rail} aria-label={t('label')} aria-busy={rows.isFetching}>
      <ol role="list" className={styles.list} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index: at, start }) => {
          const row = rows.rowAt(at)
          return (
            <li key={at} aria-setsize={total} aria-posinset={at + 1} style={{ top: start }}>
              {row && (
                <Link
                  to={paths.juryReviewDetails(row.apply_order_id)}
                  className={styles.row}
                  aria-current={row.apply_order_id === id ? 'page' : undefined}
                >
                  <span className={styles.words}>
                    <span className={styles.title}>{row.title || t('jury:untitled')}</span>
                    <small className={styles.facts}>
                      #{row.judging_no.replace(/^#/, '')} · {row.category.name}
                    </small>
                  </span>
                  <span className={styles.figures}>
                    <b>{figure(row.final_score)}</b>
                    {row.is_to_discuss && (
                      <small className={styles.discuss}>{t('jury:figures.discuss')}</small>
                    )}
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
