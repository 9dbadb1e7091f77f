import { money } from '@awards/shared/contract'

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
