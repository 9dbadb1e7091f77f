import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { JudgeRow } from '@awards/shared/contract'
import { below } from '@awards/shared/ui'
import { Checkbox } from 'antd'
import { DecisionTag, Picture } from '../../common/entry-marks.tsx'
import styles from './entry-cards.module.css'
import { EntryName, Fees, Score, Shown, Votes } from '../row-parts.tsx'
import type { EntryGridProps } from './entry-grid.tsx'

type ChairCardProps = {
  row: JudgeRow
  view: 'scoring' | 'money'
  isSelected: boolean
  onToggle: () => void
}

/** An entry as a card, for a telephone; scores and money are never side by side. */
function ChairCard({ row, view, isSelected, onToggle }: ChairCardProps) {
  const { t } = useTranslation('jurytable')
  return (
    <article className={styles.card}>
      <Picture
        picture={row.cover}
        code={row.category.code}
        sizes={`${below('small-tablet')} 35vw, 16rem`}
      />
      <div className={styles.body}>
        <div className={styles.head}>
          <EntryName row={row} />
          <Checkbox
            checked={isSelected}
            onChange={onToggle}
            aria-label={t('select', { title: row.title || row.entry_no })}
          />
        </div>
        <p className={styles.category}>{row.category.name}</p>
        {view === 'scoring' && (
          <div className={styles.facts}>
            <Score row={row} />
            <Votes row={row} />
          </div>
        )}
        <div className={styles.foot}>
          {view === 'scoring' ? (
            <DecisionTag award={row.award} status={row.decision_status} />
          ) : (
            <Fees row={row} />
          )}
          <Shown row={row} />
        </div>
      </div>
    </article>
  )
}

const USUAL_HEIGHT = 176
const OVERSCAN = 4

type EntryCardsProps = Pick<EntryGridProps, 'total' | 'rows' | 'selection'> & {
  view: 'scoring' | 'money'
}

/** The whole list as cards, for a telephone; only those on screen are there. */
export function EntryCards({ total, rows, selection, view }: EntryCardsProps) {
  const { t } = useTranslation('jurytable')
  const list = useRef<HTMLUListElement>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect()
    setMargin((box?.top ?? 0) + window.scrollY)
  }, [])
  // The virtualizer stays in this component, which reads it on each render.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: total,
    estimateSize: () => USUAL_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: margin,
    useFlushSync: false,
  })
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  const { onRange } = rows
  useEffect(() => onRange(first, last), [onRange, first, last])
  return (
    <ul
      ref={list}
      role="list"
      aria-label={t('label')}
      aria-busy={rows.isFetching}
      className={rows.isStale ? styles.stale : styles.cards}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {items.map(({ index, start }) => {
        const row = rows.rowAt(index)
        return (
          <li
            key={index}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={total}
            aria-posinset={index + 1}
            className={styles.place}
            style={{ transform: `translateY(${start - margin}px)` }}
          >
            {row ? (
              <ChairCard
                row={row}
                view={view}
                isSelected={selection.selected.has(row.apply_order_id)}
                onToggle={() => selection.toggle(index)}
              />
            ) : (
              <div className={styles.shadow} />
            )}
          </li>
        )
      })}
    </ul>
  )
}
