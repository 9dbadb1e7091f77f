import { useSyncExternalStore } from 'react'
import { browserStore } from '../common/browser-store.ts'

export const MOST_COMPARED = 4
const kept = browserStore('jury-compare', 'sessionStorage')

/** Text, so that two readings of an unchanged list are the same value. */
const stored = () => kept.read() ?? ''

const idsOf = (text: string) => text.split(',').filter((id) => /^\d+$/.test(id))
const store = (ids: readonly string[]) => kept.write(ids.join(','))

/** Entries of an address or of the list, without doubles, as many as fit side by side. */
export const comparedOf = (text: string): string[] =>
  [...new Set(idsOf(text))].slice(0, MOST_COMPARED)

/** The entries that a juror has put aside to compare; they are kept as long as the tab. */
export function useCompareList() {
  const ids = comparedOf(useSyncExternalStore(kept.subscribe, stored))
  return {
    ids,
    isFull: ids.length >= MOST_COMPARED,
    has: (id: string) => ids.includes(id),
    toggle: (id: string) =>
      store(ids.includes(id) ? ids.filter((one) => one !== id) : comparedOf([...ids, id].join())),
    clear: () => store([]),
  }
}
