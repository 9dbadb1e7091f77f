import { useShortcuts } from '@awards/shared/browser/use-shortcuts'
import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'

const LINE = '[data-index]'
const indexOf = (element: Element | null | undefined) => {
  const index = element?.closest<HTMLElement>(LINE)?.dataset['index']
  return index === undefined ? undefined : Number(index)
}

/** The place in the list of the line that has the focus. */
export const lineInFocus = () => indexOf(document.activeElement)

type Scroller = RefObject<HTMLElement | null>

/**
 * Keys of the queue: the line before and after (arrows, j and k), a screen, and both ends. The focus goes to the title of
 * the line; to the line itself while its entry is on its way, and on to the title once it is there.
 */
export function useQueueKeys(
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
