import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'

/** Filters of a list live in the address; a change of filter goes back to the first page. */
export function useFilters<const K extends string>(names: readonly K[]) {
  const [search, setSearch] = useSearchParams()
  // The same address gives the same filters and functions, so that what shows them is not drawn again.
  const filters = useMemo(
    () =>
      Object.fromEntries(names.map((name) => [name, search.get(name) ?? undefined])) as Partial<
        Record<K, string>
      >,
    [names, search],
  )
  const current = Math.max(1, Number(search.get('page')) || 1)

  const change = useCallback(
    (values: Partial<Record<K | 'page', string | number | undefined>>) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          if (!('page' in values)) next.delete('page')
          for (const [name, value] of Object.entries(values)) {
            if (value === undefined || value === '') next.delete(name)
            else next.set(name, String(value))
          }
          return next
        },
        { replace: !('page' in values), preventScrollReset: true },
      ),
    [setSearch],
  )
  const isFiltered = names.some((name) => filters[name] !== undefined)
  const clear = useCallback(() => setSearch({}), [setSearch])
  return { filters, current, change, isFiltered, clear }
}
