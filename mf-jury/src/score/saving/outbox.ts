import type { SiteDispatch } from '@awards/shared/session'
import { deliverScore } from './deliver-score.ts'
import { scoreCalls } from './score-calls.ts'
import { scoreStorage, type StoredScore } from './score-storage.ts'

/** Entries whose form is open in this window; the form sends its own score. */
const open = new Map<string, number>()

export const openForms = {
  has: (entry: string) => open.has(entry),
  enter: (entry: string) => void open.set(entry, (open.get(entry) ?? 0) + 1),
  leave(entry: string) {
    const left = (open.get(entry) ?? 1) - 1
    if (left > 0) open.set(entry, left)
    else open.delete(entry)
  },
}

const isSendable = ({ wants, isDraft, problem }: StoredScore) =>
  problem === undefined && (wants === 'submit' || isDraft)

/** One window at a time sends what waits on this device. */
function alone(run: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return run()
  return navigator.locks.request('jury-outbox', { ifAvailable: true }, async (lock) => {
    if (lock) await run()
  })
}

/** Sends what waits, oldest first, until the line is cut again. */
export const sendWaiting = (dispatch: SiteDispatch, user: string): Promise<void> =>
  alone(async () => {
    for (const kept of await scoreStorage.mine(user)) {
      if (!isSendable(kept) || openForms.has(kept.entry)) continue
      const isThere = await sendOne(dispatch, user, kept)
      if (!isThere) return
    }
  })

async function sendOne(dispatch: SiteDispatch, user: string, kept: StoredScore): Promise<boolean> {
  const calls = scoreCalls(dispatch, kept.entry)
  const outcome = await deliverScore(kept, calls)
  if (outcome.kind === 'away') return false
  if (outcome.kind === 'saved') {
    calls.remember(outcome.own)
    await scoreStorage.drop(kept.key)
    return true
  }
  const { key, window: _window, ...rest } = kept
  const isToLookAt = outcome.kind === 'submitted' || outcome.kind === 'unseen'
  const problem = isToLookAt ? 'conflict' : outcome.kind
  await scoreStorage.drop(key)
  await scoreStorage.put(user, { ...rest, problem })
  return true
}
