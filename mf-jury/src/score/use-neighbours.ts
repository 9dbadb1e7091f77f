import { entries } from '@awards/shared/contract'
import { useSiteDispatch } from '@awards/shared/session'
import { cacheOf } from '@awards/shared/client'
import { paths } from '@awards/shared/paths'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { IN_ORDER, useQueue } from './use-queue.ts'

const PAGE = IN_ORDER.pageSize

type Queue = ReturnType<typeof useQueue>
const idsOf = ({ currentData }: Pick<Queue, 'currentData'>) =>
  currentData?.list.map(({ apply_order_id }) => apply_order_id) ?? []

/** Where an entry stands in the juror's reading order, on whichever page of it; undefined where it is on none. */
function useQueuePlace(id: string, level: 2 | 3) {
  const [{ current, looked }, look] = useState({ current: 1, looked: 1 })
  const page = useQueue(level, { ...IN_ORDER, current })
  const list = idsOf(page)
  const total = page.currentData?.total ?? 0
  const pages = Math.ceil(total / PAGE)
  const at = list.indexOf(id)
  const isLast = at >= 0 && at === list.length - 1
  const before = useQueue(level, { ...IN_ORDER, current: current - 1 }, at === 0 && current > 1)
  const after = useQueue(level, { ...IN_ORDER, current: current + 1 }, isLast && current < pages)

  // Page after page, and round once: an entry that was given back is on none.
  const isElsewhere = list.length > 0 && at < 0 && looked < pages
  useEffect(() => {
    if (isElsewhere) look({ current: (current % pages) + 1, looked: looked + 1 })
  }, [isElsewhere, current, looked, pages])
  // The next entry is looked for from where this one was found.
  useEffect(() => look((last) => ({ ...last, looked: 1 })), [id])

  if (at < 0) return undefined
  return {
    number: (current - 1) * PAGE + at + 1,
    of: total,
    previous: at > 0 ? list[at - 1] : idsOf(before).at(-1),
    next: isLast ? idsOf(after)[0] : list[at + 1],
  }
}

const FRESH_S = 60

/** The entries before and after one, and the next that waits for a score, in the juror's own order. */
export function useNeighbours(id: string, level: 2 | 3, home: string) {
  const place = useQueuePlace(id, level)
  const { data: open } = useQueue(level, { state: 'todo', pageSize: 2 })
  const dispatch = useSiteDispatch()
  const navigate = useNavigate()
  const drafts = open?.progress.draft ?? 0
  const nextUnscored = open?.list.find(({ apply_order_id }) => apply_order_id !== id)
  const nextUnscoredId = nextUnscored?.apply_order_id

  // The next sheet is there at once, and even where the line is cut meanwhile.
  useEffect(() => {
    if (!nextUnscoredId) return
    const input = { apply_order_id: nextUnscoredId }
    dispatch(cacheOf(entries.info).prefetch(input, { ifOlderThan: FRESH_S }))
  }, [dispatch, nextUnscoredId])

  return {
    position: place && { number: place.number, of: place.of },
    previous: place?.previous,
    // An entry that is in no list leads to the next that waits for a score.
    next: place ? place.next : nextUnscoredId,
    nextUnscored,
    /** Scores that were begun and not submitted. */
    drafts,
    /** Nothing is left to be scored, nor to be submitted. */
    isDone: open !== undefined && !nextUnscored && drafts === 0,
    goTo: (entry: string | undefined) =>
      void navigate(entry ? paths.subJuryReviewDetails(entry) : home),
  }
}

export type Neighbours = ReturnType<typeof useNeighbours>
