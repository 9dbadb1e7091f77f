import { entries } from '@awards/shared/contract'
import { useCurrentUser, useSiteDispatch } from '@awards/shared/session'
import { cacheOf } from '@awards/shared/client'
import { paths } from '@awards/shared/paths'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { scoreStorage } from './saving/score-storage.ts'
import { IN_ORDER, useQueue } from './use-queue.ts'

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((entry) => other.has(entry))

/** The entries that have a score on this device; undefined until it has been asked. */
function useWaiting(user: string): ReadonlySet<string> | undefined {
  const [waiting, setWaiting] = useState<ReadonlySet<string>>()
  useEffect(() => {
    let isGone = false
    const look = async () => {
      const found = await scoreStorage.waiting(user)
      // Each key changes a copy, and hardly one changes which entries have one.
      if (!isGone) setWaiting((last) => (last && isSame(last, found) ? last : found))
    }
    void look()
    const unsubscribe = scoreStorage.subscribe(() => void look())
    return () => {
      isGone = true
      unsubscribe()
    }
  }, [user])
  return waiting
}

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
/** How many open entries are known ahead, for a line that is cut: as many may be scored until it is back. */
const OPEN = 20

/**
 * The entries before and after one, and the next that waits for a score, in the juror's own order. An entry whose score
 * waits on this device is not next: the server does not know yet that it has one.
 */
export function useNeighbours(id: string, level: 2 | 3, home: string) {
  const place = useQueuePlace(id, level)
  const { data: open } = useQueue(level, { state: 'todo', pageSize: OPEN })
  const user = useCurrentUser()?.id ?? ''
  const waiting = useWaiting(user)
  const dispatch = useSiteDispatch()
  const navigate = useNavigate()
  const drafts = open?.progress.draft ?? 0
  const others = open?.list.filter(({ apply_order_id }) => apply_order_id !== id) ?? []
  const nextUnscored = others.find(({ apply_order_id }) => !waiting?.has(apply_order_id))
  const nextUnscoredId = nextUnscored?.apply_order_id

  // The next sheet is there at once, and even where the line is cut meanwhile.
  useEffect(() => {
    if (!nextUnscoredId) return
    const input = { apply_order_id: nextUnscoredId }
    dispatch(cacheOf(entries.info).prefetch(input, { ifOlderThan: FRESH_S }))
  }, [dispatch, nextUnscoredId])

  const goTo = (entry: string | null | undefined) =>
    void navigate(entry ? paths.subJuryReviewDetails(entry) : home)

  return {
    position: place && { number: place.number, of: place.of },
    previous: place?.previous,
    // An entry that is in no list leads to the next that waits for a score.
    next: place ? place.next : nextUnscoredId,
    nextUnscored,
    /** Scores that were begun and not submitted. */
    drafts,
    /** Nothing is left to be scored, to be submitted, nor to be sent. */
    isDone: open !== undefined && !nextUnscored && drafts === 0 && waiting?.size === 0,
    goTo,
    /** Opens the next entry that waits for a score; the one that the server has `named` comes first. */
    async goOn(named?: string | null) {
      const ids = [named, ...others.map(({ apply_order_id }) => apply_order_id)]
      const onDevice = await scoreStorage.waiting(user)
      goTo(ids.find((one) => one && !onDevice.has(one)))
    },
  }
}

export type Neighbours = ReturnType<typeof useNeighbours>
