import { useCallback, useMemo } from 'react'
import { useSearchParams, type NavigateOptions } from 'react-router-dom'

/** The server refuses higher page numbers. */
const LAST_PAGE = 1_000_000

/** The page that an address names, the first where it names none. */
export function pageOf(search: URLSearchParams, name = 'page'): number {
  const text = search.get(name) ?? ''
  const page = /^\d{1,7}$/.test(text) ? Number(text) : 1
  return page > 0 && page <= LAST_PAGE ? page : 1
}

type Filters<Name extends string> = Partial<Record<Name, string>>

/** The filters of an address among `names`: those that make sense, and the names of the others (see `WrongFilters`). */
export function filtersIn<Name extends string>(
  search: URLSearchParams,
  names: readonly Name[],
  makesSense: (name: Name, value: string) => boolean,
): { filters: Filters<Name>; wrong: Name[] } {
  const given = names.filter((name) => search.get(name))
  const isRight = (name: Name) => makesSense(name, search.get(name) ?? '')
  const right = given.filter(isRight).map((name) => [name, search.get(name) ?? ''])
  return {
    filters: Object.fromEntries(right) as Filters<Name>,
    wrong: given.filter((name) => !isRight(name)),
  }
}

type Values = Readonly<Record<string, string | number | undefined>>
const ONLY_PAGE: readonly string[] = ['page']

/**
 * The state of a list in the address: what `read` takes from it, and the page. The same address gives
 * the same object and functions as long as `read` and `steps` are the same, so that memoized components
 * render no more than they need. A change of a filter goes back to the first page and replaces the
 * history entry; one of `steps` keeps the page and adds an entry.
 */
export function useListQuery<Query>(
  read: (search: URLSearchParams) => Query,
  steps: readonly string[] = ONLY_PAGE,
) {
  const [search, setSearch] = useSearchParams()
  const query = useMemo(() => read(search), [read, search])
  const change = useCallback(
    (values: Values, options?: NavigateOptions) => {
      const isStep = steps.some((name) => name in values)
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          if (!isStep) next.delete('page')
          for (const [name, value] of Object.entries(values)) {
            if (value === undefined || value === '') next.delete(name)
            else next.set(name, String(value))
          }
          return next
        },
        { replace: !isStep, preventScrollReset: true, ...options },
      )
    },
    [setSearch, steps],
  )
  /** Takes the named parameters and the page out of the address. */
  const clear = useCallback(
    (names: readonly string[]) =>
      setSearch(
        (before) => {
          const gone = [...names, 'page']
          return new URLSearchParams([...before].filter(([name]) => !gone.includes(name)))
        },
        { preventScrollReset: true },
      ),
    [setSearch],
  )
  return { search, query, page: pageOf(search), change, clear }
}
