import { paths } from '@awards/shared/paths'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { juryApi } from '../jury.api.ts'
import { useQueue } from './use-queue.ts'
import { useQueuePlace } from './use-queue-place.ts'

const FRESH_S = 60

/** The entries before and after one, and the next that waits for a score, in the juror's own order. */
export function useNeighbours(id: string, level: 2 | 3, home: string) {
  const place = useQueuePlace(id, level)
  const { data: open } = useQueue(level, { state: 'todo', pageSize: 2 })
  const prefetch = juryApi.usePrefetch('juryEntryInfo')
  const navigate = useNavigate()
  const todo = open?.list.find(({ apply_order_id }) => apply_order_id !== id)
  const todoId = todo?.apply_order_id

  // The next sheet is there at once, and even where the line is cut meanwhile.
  useEffect(() => {
    if (todoId) prefetch({ apply_order_id: todoId }, { ifOlderThan: FRESH_S })
  }, [prefetch, todoId])

  return {
    position: place && { number: place.number, of: place.of },
    previous: place?.previous,
    // An entry that is in no list leads to the next that waits for a score.
    next: place ? place.next : todoId,
    todo,
    /** Nothing is left to be scored. */
    isDone: open !== undefined && !todo,
    goTo: (entry: string | undefined) =>
      void navigate(entry ? paths.subJuryReviewDetails(entry) : home),
  }
}

export type Neighbours = ReturnType<typeof useNeighbours>
