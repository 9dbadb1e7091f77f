import { accountTasks } from '@awards/shared/domain'
import { useAwardListQuery, useEntryListQuery, useHistoryAwardListQuery } from '../entrant.api.ts'
import { FIRST_PAGE } from './list-address.ts'

const ALL = { current: 1, pageSize: 100 }

/** What is to be done across all entries and awards; undefined until that is known. */
export function useAccountTasks() {
  const first = useEntryListQuery(FIRST_PAGE).data
  const isMore = first !== undefined && first.total > first.pageSize
  const all = useEntryListQuery(ALL, { skip: !isMore }).data
  const awards = useAwardListQuery(FIRST_PAGE).data
  const past = useHistoryAwardListQuery(FIRST_PAGE).data
  const running = isMore ? all : first
  if (!running || !awards || !past) return undefined
  const rows = [...running.list, ...awards.list, ...past.list]
  // An award of the running edition stands in both of its lists.
  const distinct = [...new Map(rows.map((row) => [row.apply_order_id, row])).values()]
  return { tasks: accountTasks(distinct), total: running.total }
}
