import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './notes.module.css'
import { useCurrentUser, useSiteDispatch, type SiteDispatch } from '@awards/shared/session'
import { useEffect, useState } from 'react'
import { scoreStorage, type StoredScore } from './saving/score-storage.ts'
import { deliverScore, scoreCalls } from './saving/score-delivery.ts'

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
const sendWaiting = (dispatch: SiteDispatch, user: string): Promise<void> =>
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

const RETRY_MS = 4_000

/** Sends what waits on this device whenever that is possible, and tells what still waits. */
function useOutbox(): readonly StoredScore[] {
  const user = useCurrentUser()?.id
  const dispatch = useSiteDispatch()
  const [waiting, setWaiting] = useState<readonly StoredScore[]>([])

  useEffect(() => {
    if (!user) return
    let isGone = false
    const look = async () => {
      const found = await scoreStorage.mine(user)
      if (!isGone) setWaiting(found.filter(({ entry }) => !openForms.has(entry)))
    }
    const send = () => void sendWaiting(dispatch, user).then(look)
    send()
    const unsubscribe = scoreStorage.subscribe(() => void look())
    const timer = setInterval(send, RETRY_MS)
    window.addEventListener('online', send)
    return () => {
      isGone = true
      unsubscribe()
      clearInterval(timer)
      window.removeEventListener('online', send)
    }
  }, [dispatch, user])
  return waiting
}

/** Scores that are on this device alone: on their way, or waiting for a word of the juror. */
export function OutboxLine() {
  const { t } = useTranslation('jury')
  const waiting = useOutbox()
  if (waiting.length === 0) return null
  const stopped = waiting.filter(
    ({ problem, wants, isDraft }) => problem || (wants === 'draft' && !isDraft),
  )
  const onTheWay = waiting.length - stopped.length
  return (
    <aside className={styles.outbox} aria-label={t('outbox.label')}>
      {onTheWay > 0 && <p role="status">{t('outbox.waiting', { count: onTheWay })}</p>}
      {stopped.length > 0 && (
        <>
          <p role="status">{t('outbox.stopped', { count: stopped.length })}</p>
          <ul className={styles.entries}>
            {stopped.map(({ key, entry, label }) => (
              <li key={key}>
                <Link to={paths.subJuryReviewDetails(entry)}>{label}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  )
}
