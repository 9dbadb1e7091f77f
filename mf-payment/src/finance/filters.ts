import { money } from '@awards/shared/contract'
import { filtersIn, useListQuery } from '@awards/shared/list/list-query'

const FILTERS = ['keyword', 'status', 'channel', 'fee_type', 'attention'] as const
export type FilterName = (typeof FILTERS)[number]
/** The filters of the list as an address has them. */
export type Filters = Partial<Record<FilterName, string>>

const { shape } = money.paymentList.input

/** The filters that the address names; `wrong` are those that the call would refuse. */
export const filtersOf = (search: URLSearchParams) =>
  filtersIn(search, FILTERS, (name, value) => shape[name].safeParse(value).success)

export const VIEWS = ['payments', 'days', 'reports', 'books'] as const
export type View = (typeof VIEWS)[number]
type Change = Partial<Record<FilterName | 'page' | 'order', string | number | undefined>>

/** A payment that is opened leaves the list on its page. */
const STEPS = ['page', 'order']

/** The finance page's state in the address: view, filters, page and the open payment. */
export function useAddressState() {
  const { search, query, page, change, clear } = useListQuery(filtersOf, STEPS)
  const { filters, wrong } = query
  return {
    view: VIEWS.find((one) => one === search.get('view')) ?? 'payments',
    filters,
    wrong,
    page,
    order: search.get('order') ?? undefined,
    isFiltered: Object.keys(filters).length > 0,
    change: change as (values: Change) => void,
    clear: () => clear([...search.keys()]),
    /** Takes the named filters out of the address, or all of them. */
    clearFilters: (names: readonly string[] = FILTERS) => clear(names),
  }
}
