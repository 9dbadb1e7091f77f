import type { JudgeRow } from '@awards/shared/contract'
import { useEffect, useState } from 'react'
import { useJudgeEntryListQuery } from '../../jury.api.ts'
import type { ListInput } from '../use-chair-filters.ts'

export const PAGE_ROWS = 100
// Pages that are only scrolled past are not asked for.
const SETTLE_MS = 80

export type Rows = {
  total: number | undefined
  /** Undefined while the row is on its way. */
  rowAt: (index: number) => JudgeRow | undefined
  isError: boolean
  isFetching: boolean
  /** True while what is shown belongs to filters of before. */
  isStale: boolean
  refetch: () => void
}

const pageOf = (index: number) => Math.floor(index / PAGE_ROWS)

/** The rows of the list around those on screen, which are never more than two pages. */
export function useRows(input: ListInput, firstRow: number, lastRow: number): Rows {
  const [pages, setPages] = useState({ first: pageOf(firstRow), last: pageOf(lastRow) })
  const [first, last] = [pageOf(firstRow), pageOf(lastRow)]
  useEffect(() => {
    const timer = setTimeout(() => setPages({ first, last }), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [first, last])

  const page = (number: number) => ({ ...input, current: number + 1, pageSize: PAGE_ROWS })
  const above = useJudgeEntryListQuery(page(pages.first))
  const below = useJudgeEntryListQuery(page(pages.last), { skip: pages.last === pages.first })
  const lists = new Map([
    [pages.first, above.currentData?.list],
    [pages.last, (pages.last === pages.first ? above : below).currentData?.list],
  ])
  const current = above.currentData ?? below.currentData
  return {
    total: (current ?? above.data ?? below.data)?.total,
    rowAt: (index) => lists.get(pageOf(index))?.[index % PAGE_ROWS],
    isError: above.isError || below.isError,
    isFetching: above.isFetching || below.isFetching,
    isStale: current === undefined && above.data !== undefined,
    refetch: () => {
      void above.refetch()
      if (pages.last !== pages.first) void below.refetch()
    },
  }
}
