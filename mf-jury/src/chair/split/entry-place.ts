import { callApi } from '@awards/shared/client'
import { judge } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { placeKey, tablePlace } from '../table/table-memory.ts'
import { useRows } from '../table/use-rows.ts'
import type { ListInput } from '../use-chair-filters.ts'

/** The list that an entry was opened from, as the call takes it: the table as it was left. */
export function useLeftTable() {
  const { search, query } = useMemo(() => tablePlace.address(), [])
  const input = useMemo(() => Object.fromEntries(new URLSearchParams(query)) as ListInput, [query])
  const place = placeKey(useCurrentUser()?.id, query)
  return { back: `${paths.juryReview}${search && '?'}${search}`, input, place }
}

export type LeftTable = ReturnType<typeof useLeftTable>

/** Where an entry stands in the list that it was opened from, and the way to those before and after it. */
export function useEntryPlace(id: string, { input, place }: LeftTable) {
  const navigate = useNavigate()
  const [index, setIndex] = useState(() => tablePlace.read(place).active)
  const rows = useRows(input, index)
  const { onRange, total, rowAt } = rows
  const start = useRef(index)
  useEffect(() => onRange(Math.max(0, index - 1), index + 1), [onRange, index])

  const idAt = (at: number) => (at < 0 ? undefined : rowAt(at)?.apply_order_id)
  const isHere = idAt(index) === id
  const near = [index + 1, index - 1].find((at) => idAt(at) === id)
  const isElsewhere = !isHere && near === undefined && idAt(index) !== undefined
  const isEmpty = total === 0
  const asked = useRef<string>(undefined)
  useEffect(() => {
    if (near !== undefined) setIndex(near)
  }, [near])
  // An address that was sent, or a find of the search: the list says where it stands, if it stands there at all.
  useEffect(() => {
    if ((!isElsewhere && !isEmpty) || asked.current === id) return
    asked.current = id
    const all = { ...input, current: 1, pageSize: 1, with_ids: '1' as const }
    void callApi(judge.judgeEntryList, all)
      .then(({ ids = [] }) => {
        const at = ids.indexOf(id)
        if (at >= 0) setIndex(at)
      })
      .catch(() => undefined)
  }, [id, isElsewhere, isEmpty, input])
  useEffect(() => {
    if (isHere) tablePlace.keep(place, { active: index, isMoved: index !== start.current })
  }, [place, index, isHere])

  const next = isHere ? idAt(index + 1) : undefined
  const previous = isHere ? idAt(index - 1) : undefined
  const goTo = (entry: string | undefined) =>
    entry === undefined ? undefined : () => void navigate(paths.juryReviewDetails(entry))
  return {
    index: isHere ? index : undefined,
    position: isHere && total ? { number: index + 1, of: total } : undefined,
    next: goTo(next),
    previous: goTo(previous),
  }
}
