import type { Input, judge } from '@awards/shared/contract'
import { useFilters } from '../common/use-filters.ts'

const NAMES = [
  'edition_id',
  'category_id',
  'keyword',
  'entry_status',
  'decision_status',
  'entry_fee_status',
  'is_show',
  'code',
  'sort',
] as const
const PAGE_SIZE = 20

type ListInput = Input<typeof judge.judgeEntryList>
export type ChairFilterName = (typeof NAMES)[number]
export type ChairFilterValues = Partial<Record<ChairFilterName, string>>

/** The filters of the chair's table as the address has them, and as the call wants them. */
export function useChairFilters() {
  const { filters, current, ...rest } = useFilters(NAMES)
  const { sort: _sort, ...narrowing } = filters
  const input: ListInput = { ...filters, current, pageSize: PAGE_SIZE }
  const isFiltered = Object.values(narrowing).some((value) => value !== undefined)
  return { filters, input, ...rest, isFiltered }
}
