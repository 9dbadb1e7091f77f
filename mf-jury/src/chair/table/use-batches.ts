import { api, failureOf } from '@awards/shared/client'
import { useRef, useState } from 'react'
import { useDispatch } from 'react-redux'

/** The most entries that one call takes. */
export const BATCH = 200

/** How often each thing has happened: `shown`, `skipped.NO_LICENCE` and so on. */
export type Tally = Readonly<Record<string, number>>
type Send = (ids: string[]) => Promise<Tally>
export type Work = {
  state: 'running' | 'failed' | 'cancelled' | 'done'
  done: number
  total: number
  tally: Tally
  error: ReturnType<typeof failureOf> | undefined
}

const added = (one: Tally, other: Tally): Tally => {
  const sum: Record<string, number> = { ...one }
  for (const [key, count] of Object.entries(other)) sum[key] = (sum[key] ?? 0) + count
  return sum
}

/** Does something with many entries, a batch at a time; what failed or was stopped can go on. */
export function useBatches(onSent: (ids: readonly string[]) => void) {
  const [work, setWork] = useState<Work>()
  const dispatch = useDispatch()
  const task = useRef<{ send: Send; left: string[] }>(undefined)
  const isStopped = useRef(false)

  async function go(begun: Work) {
    const now = task.current
    if (!now) return
    isStopped.current = false
    let state: Work = { ...begun, state: 'running', error: undefined }
    setWork(state)
    while (now.left.length > 0 && !isStopped.current) {
      const batch = now.left.slice(0, BATCH)
      try {
        const tally = await now.send(batch)
        now.left = now.left.slice(batch.length)
        state = { ...state, done: state.done + batch.length, tally: added(state.tally, tally) }
        onSent(batch)
      } catch (error) {
        state = { ...state, state: 'failed', error: failureOf(error) }
        break
      }
      setWork(state)
    }
    if (state.state === 'running')
      state = { ...state, state: now.left.length > 0 ? 'cancelled' : 'done' }
    setWork(state)
    dispatch(api.util.invalidateTags(['judging']))
  }

  return {
    work,
    start(ids: Iterable<string>, send: Send) {
      const left = [...ids]
      task.current = { send, left }
      return go({ state: 'running', done: 0, total: left.length, tally: {}, error: undefined })
    },
    resume: () => (work ? go(work) : undefined),
    stop: () => (isStopped.current = true),
    close: () => setWork(undefined),
  }
}
