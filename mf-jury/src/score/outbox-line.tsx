import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './notes.module.css'
import { useCurrentUser, useSiteDispatch } from '@awards/shared/session'
import { useEffect, useState } from 'react'
import { openForms, sendWaiting } from './saving/outbox.ts'
import { scoreStorage, type StoredScore } from './saving/score-storage.ts'

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
