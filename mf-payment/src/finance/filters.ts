import { money } from '@awards/shared/contract'
import { useSearchParams } from 'react-router-dom'

const FILTERS = ['keyword', 'status', 'channel', 'fee_type', 'attention'] as const
export type FilterName = (typeof FILTERS)[number]
/** The filters of the list as an address has them. */
export type Filters = Partial<Record<FilterName, string>>

const { shape } = money.paymentList.input
const PAGE = /^\d{1,9}$/

/** The filters that the address names; what the call would refuse is left out. */
export function filtersOf(search: URLSearchParams): Filters {
  const given = FILTERS.map((name) => [name, search.get(name) ?? ''] as const)
  return Object.fromEntries(
    given.filter(([name, value]) => value !== '' && shape[name].safeParse(value).success),
  )
}

/** The page that the address names, the first where it names none. */
export function pageOf(search: URLSearchParams): number {
  const page = search.get('page') ?? ''
  return PAGE.test(page) ? Math.max(1, Number(page)) : 1
}

export const VIEWS = ['payments', 'days', 'books'] as const
export type View = (typeof VIEWS)[number]
type Change = Partial<Record<FilterName | 'page' | 'order', string | number | undefined>>

/** The finance page's state in the address: view, filters, page and the open payment. */
export function useAddressState() {
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
