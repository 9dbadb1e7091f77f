import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CHAIR_SORTS, judge, juryDesk } from '@awards/shared/contract'

/** Values of filters that a list has of its own, by the name of the filter. */
type Choices = Readonly<Record<string, readonly string[]>>
type Shape = { safeParse: (value: string) => { success: boolean } }

const { shape: desk } = juryDesk.conflictList.input
const SHAPES: Readonly<Record<string, Shape>> = {
  ...desk,
  ...juryDesk.workload.input.shape,
  ...judge.judgeEntryList.input.shape,
  redact: desk.juror_id,
}
const CHOICES: Choices = { sort: CHAIR_SORTS.flatMap((sort) => [sort, `-${sort}`]) }

/** Whether the calls of the lists would take `value` for this filter. */
function makesSense(name: string, value: string, choices: Choices): boolean {
  const known = choices[name] ?? CHOICES[name]
  return known ? known.includes(value) : (SHAPES[name]?.safeParse(value).success ?? true)
}

const NO_CHOICES: Choices = {}
const PAGE = /^\d{1,9}$/

/**
 * Filters of a list live in the address; a change of filter goes back to the first page. What makes no
 * sense there is left out, and named in `wrong`.
 */
export function useFilters<const K extends string>(
  names: readonly K[],
  choices: Choices = NO_CHOICES,
) {
  const [search, setSearch] = useSearchParams()
  // The same address gives the same filters and functions, so that what shows them is not drawn again.
  const { filters, wrong } = useMemo(() => {
    const given = names.filter((name) => search.get(name))
    const isRight = (name: K) => makesSense(name, search.get(name) ?? '', choices)
    const right = given.filter(isRight).map((name) => [name, search.get(name) ?? ''])
    return {
      filters: Object.fromEntries(right) as Partial<Record<K, string>>,
      wrong: given.filter((name) => !isRight(name)),
    }
  }, [names, search, choices])
  const page = search.get('page') ?? ''
  const current = PAGE.test(page) ? Math.max(1, Number(page)) : 1

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
  /** Takes the named filters out of the address, or all of them. */
  const clear = useCallback(
    (which: readonly string[] = names) =>
      setSearch(
        (before) => {
          const gone = [...which, 'page']
          return new URLSearchParams([...before].filter(([name]) => !gone.includes(name)))
        },
        { preventScrollReset: true },
      ),
    [setSearch, names],
  )
  return { filters, wrong, current, change, clear }
}
