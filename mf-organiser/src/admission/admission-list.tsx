import type { AdmissionRow } from '@awards/shared/contract'
import { type Rows, useFastScroll, useFrozenRange } from '@awards/shared/list/virtual-rows'
import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { AdmissionLine } from './admission-line.tsx'
import styles from './admission-view.module.css'
import { useShortcuts } from '@awards/shared/browser/use-shortcuts'

const LINE = '[data-index]'
const indexOf = (element: Element | null | undefined) => {
  const index = element?.closest<HTMLElement>(LINE)?.dataset['index']
  return index === undefined ? undefined : Number(index)
}

/** The place in the list of the line that has the focus. */
export const lineInFocus = () => indexOf(document.activeElement)

type Scroller = RefObject<HTMLElement | null>

/**
 * Keys of the queue: the line before and after (arrows, j and k), a screen, and both ends. The focus goes to the title
 * of the line; to the line itself while its entry is on its way, and on to the title once it is there.
 */
function useQueueKeys(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  scroller: Scroller,
  total: number,
) {
  const aim = useRef<number>(undefined)
  // Where the keyboard was last: a line that was admitted leaves, and the next one stands in its place.
  const last = useRef(0)

  const reach = (isAsked = false) => {
    if (aim.current === undefined) return
    // A focus that went elsewhere meanwhile stays there.
    const { activeElement, body } = document
    const isInList = activeElement === body || scroller.current?.contains(activeElement)
    if (!isAsked && !isInList) return void (aim.current = undefined)
    const line = scroller.current?.querySelector<HTMLElement>(`[data-index="${aim.current}"]`)
    if (!line) return
    const title = line.querySelector<HTMLElement>('button')
    ;(title ?? line).focus({ preventScroll: true })
    if (title) aim.current = undefined
  }
  useEffect(() => reach())

  const go = (index: number) => {
    const next = Math.min(Math.max(index, 0), Math.max(total - 1, 0))
    aim.current = next
    last.current = next
    virtualizer.scrollToIndex(next, { align: 'auto' })
    reach(true)
  }
  /** Before the first key, and after the list was scrolled elsewhere, a key begins with the first line on screen. */
  const begin = () => {
    const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {}
    return last.current > startIndex && last.current <= endIndex ? last.current : startIndex
  }
  const step = (by: number) => () => {
    const at = aim.current ?? lineInFocus()
    go(at === undefined ? begin() : at + by)
  }
  useShortcuts({ j: step(1), k: step(-1) })

  const targetOf = (key: string, at: number): number | undefined => {
    const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {}
    const screen = Math.max(1, endIndex - startIndex - 1)
    return {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + screen,
      PageUp: at - screen,
      Home: 0,
      End: total - 1,
    }[key]
  }
  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const target = targetOf(event.key, aim.current ?? lineInFocus() ?? begin())
      if (target === undefined) return
      event.preventDefault()
      go(target)
    },
    onFocus({ target }: { target: Element }) {
      last.current = indexOf(target) ?? last.current
      if (last.current !== aim.current) aim.current = undefined
    },
  }
}

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
  const { isFastScroll, onScroll } = useFastScroll(LINE_HEIGHT)
  const rangeExtractor = useFrozenRange(isFastScroll, defaultRangeExtractor)
  // The virtualizer stays in this component, which reads it on each render.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: OVERSCAN,
    rangeExtractor,
  })
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  const { onRange } = rows
  useEffect(() => onRange(first, last), [onRange, first, last])
  // Without the lines above and below the screen, which nobody has seen.
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: 0 }
  useEffect(() => {
    if (!isFastScroll) onShown(startIndex, endIndex)
  }, [onShown, startIndex, endIndex, isFastScroll])
  const keys = useQueueKeys(virtualizer, scroller, total)
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      onScroll={({ currentTarget }) => onScroll(currentTarget.scrollTop)}
      {...keys}
    >
      <ul
        role="list"
        className={styles.lines}
        aria-label={t('heading.admission')}
        aria-busy={rows.isFetching || isFastScroll}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {items.map(({ index, start }) => (
          <QueuePlace
            key={index}
            {...{ index, start, total, onChoose, onOpen }}
            row={rows.rowAt(index)}
            isChosen={chosen.has(rows.rowAt(index)?.apply_order_id ?? '')}
            measure={virtualizer.measureElement}
          />
        ))}
      </ul>
    </div>
  )
}

type QueuePlaceProps = Pick<AdmissionListProps, 'onChoose' | 'onOpen'> & {
  index: number
  start: number
  total: number
  /** Undefined while the entry is on its way. */
  row: AdmissionRow | undefined
  isChosen: boolean
  measure: (line: Element | null) => void
}

/** One place of the list: its entry, or an empty line of the same height while that is loading. */
const QueuePlace = memo(function QueuePlace(props: QueuePlaceProps) {
  const { index, start, total, row, isChosen, measure, onChoose, onOpen } = props
  const { t } = useTranslation('organiser')
  return (
    <li
      ref={row ? measure : undefined}
      data-index={index}
      tabIndex={-1}
      aria-setsize={total}
      aria-posinset={index + 1}
      className={styles.place}
      style={{ top: start }}
    >
      {row ? (
        <AdmissionLine {...{ row, isChosen, onChoose, onOpen }} />
      ) : (
        <div className={styles.waiting}>{t('admission.loading')}</div>
      )}
    </li>
  )
})
