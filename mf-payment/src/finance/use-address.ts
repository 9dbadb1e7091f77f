import { useSearchParams } from 'react-router-dom'
import { filtersOf, pageOf, type FilterName } from './filters.ts'

export const VIEWS = ['payments', 'days', 'books'] as const
export type View = (typeof VIEWS)[number]
type Change = Partial<Record<FilterName | 'page' | 'order', string | number | undefined>>

/** Where the desk stands: part, filters, page and the open payment are all in the address. */
export function useAddress() {
  const [search, setSearch] = useSearchParams()
  const filters = filtersOf(search)
  const view = VIEWS.find((one) => one === search.get('view')) ?? 'payments'
  const change = (values: Change) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        // A change of filter goes back to the first page; a payment that is opened does not.
        if (!('page' in values) && !('order' in values)) next.delete('page')
        for (const [name, value] of Object.entries(values)) {
          if (value === undefined || value === '') next.delete(name)
          else next.set(name, String(value))
        }
        return next
      },
      { replace: !('page' in values) && !('order' in values), preventScrollReset: true },
    )
  return {
    view,
    filters,
    page: pageOf(search),
    order: search.get('order') ?? undefined,
    isFiltered: Object.keys(filters).length > 0,
    change,
    clear: () => setSearch({}, { preventScrollReset: true }),
  }
}
