import { useSiteDispatch } from '@awards/shared/session'
import { cacheOf, useApiQuery } from '@awards/shared/client'
import { judge, type JudgeRow } from '@awards/shared/contract'
import { useLayoutEffect, useRef } from 'react'
import { usePagedRows, type Rows as PagedRows } from '@awards/shared/list/virtual-rows'
import type { ListInput } from '../use-chair-filters.ts'

const PAGE_ROWS = 50

export type Rows = PagedRows<JudgeRow>

/** The rows of the chair's list around those on screen; `start` is the first one asked for. */
export function useRows(input: ListInput, start = 0): Rows {
  const page = (number: number) => ({ ...input, current: number + 1, pageSize: PAGE_ROWS })
  // The rows are what somebody waits for: they are asked for before the choices of the filters are.
  const dispatch = useSiteDispatch()
  const begin = useRef(page(Math.floor(start / PAGE_ROWS)))
  useLayoutEffect(
    () => void dispatch(cacheOf(judge.judgeEntryList).prefetch(begin.current, {})),
    [dispatch],
  )
  return usePagedRows(PAGE_ROWS, start, (number, isNeeded) =>
    useApiQuery(judge.judgeEntryList, page(number), { skip: !isNeeded }),
  )
}
