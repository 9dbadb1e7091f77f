import type { Input, judge } from '@awards/shared/contract'
import { useCallback, useMemo } from 'react'
import { useFilters } from '../common/use-filters.ts'

const NARROWING = [
  'edition_id',
  'category_id',
  'keyword',
  'entry_status',
  'decision_status',
  'entry_fee_status',
  'winner_fee_status',
  'is_show',
  'code',
  'queue',
] as const
/** Beside the filters: the order, which columns there are, those left out, and how tall a row is. */
const LOOK = ['sort', 'columns', 'hide', 'density'] as const
const NAMES = [...NARROWING, ...LOOK] as const
const ASKED = [...NARROWING, 'sort'] as const

export type ListInput = Omit<Input<typeof judge.judgeEntryList>, 'current' | 'pageSize'>
export type ChairFilterName = (typeof NAMES)[number]
export type ChairFilterValues = Partial<Record<ChairFilterName, string>>

/** The filters of the chair's table as the address has them, and as the call wants them. */
export function useChairFilters() {
  const { filters, wrong, change, clear: clearNamed } = useFilters(NAMES)
  const asked = ASKED.filter((name) => filters[name] !== undefined)
  const query = new URLSearchParams(asked.map((name) => [name, filters[name] ?? ''])).toString()
  // The same filters are the same object, so that rows are not asked for again.
  const input = useMemo(() => Object.fromEntries(new URLSearchParams(query)) as ListInput, [query])
  const isFiltered = NARROWING.some((name) => filters[name] !== undefined)
  // The look of the table stays.
  const clear = useCallback((which: readonly string[] = ASKED) => clearNamed(which), [clearNamed])
  return { filters, wrong, input, query, change, clear, isFiltered }
}
