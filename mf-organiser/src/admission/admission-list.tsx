import type { AdmissionRow } from '@awards/shared/contract'
import type { Rows } from '@awards/shared/list/use-paged-rows'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { AdmissionLine } from './admission-line.tsx'
import styles from './admission-view.module.css'

/** Height of a line without warnings; what it really is, is measured when it is drawn. */
const LINE_HEIGHT = 92
/** Lines above and below the screen: the keyboard goes on before the next ones are drawn. */
const OVERSCAN = 6

type AdmissionListProps = {
  rows: Rows<AdmissionRow>
  chosen: ReadonlySet<string>
  onChoose: ((row: AdmissionRow) => void) | undefined
  onOpen: (row: AdmissionRow) => void
  /** The first and the last line on screen, whenever they change. */
  onShown: (first: number, last: number) => void
}

/** The whole queue behind one scroll bar; only the lines on screen are there. */
export function AdmissionList({ rows, chosen, onChoose, onOpen, onShown }: AdmissionListProps) {
  const { t } = useTranslation('organiser')
  const scroller = useRef<HTMLDivElement>(null)
  const total = rows.total ?? 0
  // The virtualizer stays in this component, which reads it on each render.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: OVERSCAN,
  })
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  const { onRange } = rows
  useEffect(() => onRange(first, last), [onRange, first, last])
  // Without the lines above and below the screen, which nobody has seen.
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: 0 }
  useEffect(() => onShown(startIndex, endIndex), [onShown, startIndex, endIndex])
  return (
    <div ref={scroller} className={styles.scroller}>
      <ul
        role="list"
        className={styles.lines}
        aria-label={t('heading.admission')}
        aria-busy={rows.isFetching}
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
              style={{ top: start }}
            >
              {row ? (
                <AdmissionLine
                  row={row}
                  index={index}
                  isChosen={chosen.has(row.apply_order_id)}
                  onChoose={onChoose && (() => onChoose(row))}
                  onOpen={() => onOpen(row)}
                />
              ) : (
                <div className={styles.waiting}>{t('admission.loading')}</div>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
