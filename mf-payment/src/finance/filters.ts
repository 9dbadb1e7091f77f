import { money } from '@awards/shared/contract'
import { useListQuery } from '@awards/shared/list/list-query'

const FILTERS = ['keyword', 'status', 'channel', 'fee_type', 'attention'] as const
export type FilterName = (typeof FILTERS)[number]
/** The filters of the list as an address has them. */
export type Filters = Partial<Record<FilterName, string>>

const { shape } = money.paymentList.input

/** The filters that the address names; what the call would refuse is left out. */
export function filtersOf(search: URLSearchParams): Filters {
  const given = FILTERS.map((name) => [name, search.get(name) ?? ''] as const)
  return Object.fromEntries(
    given.filter(([name, value]) => value !== '' && shape[name].safeParse(value).success),
  )
}

export const VIEWS = ['payments', 'days', 'books'] as const
export type View = (typeof VIEWS)[number]
type Change = Partial<Record<FilterName | 'page' | 'order', string | number | undefined>>

/** A payment that is opened leaves the list on its page. */
const STEPS = ['page', 'order']

/** The finance page's state in the address: view, filters, page and the open payment. */
export function useAddressState() {
  const { search, query: filters, page, change, clear } = useListQuery(filtersOf, STEPS)
  return {
    view: VIEWS.find((one) => one === search.get('view')) ?? 'payments',
    filters,
    page,
    order: search.get('order') ?? undefined,
    isFiltered: Object.keys(filters).length > 0,
    change: change as (values: Change) => void,
    clear: () => clear([...search.keys()]),
  }
}
