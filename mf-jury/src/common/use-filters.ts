import { filtersIn, useListQuery } from '@awards/shared/list/list-query'
import { useCallback } from 'react'
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
type Values<K extends string> = Partial<Record<K | 'page', string | number | undefined>>

/** Filters of a list live in the address. What makes no sense there is left out, and named in `wrong`. */
export function useFilters<const K extends string>(
  names: readonly K[],
  choices: Choices = NO_CHOICES,
) {
  const read = useCallback(
    (search: URLSearchParams) =>
      filtersIn(search, names, (name, value) => makesSense(name, value, choices)),
    [names, choices],
  )
  const list = useListQuery(read)
  const { change, clear: clearNamed } = list
  /** Takes the named filters out of the address, or all of them. */
  const clear = useCallback(
    (which: readonly string[] = names) => clearNamed(which),
    [clearNamed, names],
  )
  return { ...list.query, current: list.page, change: change as (values: Values<K>) => void, clear }
}
