import { onTokenChange, readToken } from '@awards/shared/client'
import { useFlushOnHidden } from '@awards/shared/forms/autosave'
import { useFormat } from '@awards/shared/i18n'
import { useCurrentUser } from '@awards/shared/session'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './save-state.module.css'
import { Fragment, useCallback, useEffect, useRef, useState } from 'react'

/** What saves itself. */
type Saver = {
  snapshot: () => { state: string }
  flush: () => Promise<boolean>
  stop: () => void
}

type Stoppable = Pick<Saver, 'stop'>

/** Savers whose form was left before they had an answer to everything, by what they save. */
const left = new Map<string, { saver: Stoppable; forget: () => void }>()

/** Lets a saver go on after its form: until its session ends, or until a form takes the same over. */
function goOn(name: string, saver: Stoppable) {
  takeOver(name, saver)
  left.set(name, { saver, forget: onTokenChange(() => takeOver(name)) })
}

/**
 * Ends the saver that an earlier form of the same has left; the next one has its words from the copy of this device.
 * Two would save over each other. `own` is not ended: its form is there again.
 */
function takeOver(name: string, own?: Stoppable) {
  const earlier = left.get(name)
  if (!earlier) return
  left.delete(name)
  earlier.forget()
  if (earlier.saver !== own) earlier.saver.stop()
}

/** Asks whether the session is still one of the person who opened the form. */
function useOwnSession(): () => boolean {
  const user = useCurrentUser()
  const [owner] = useState(user?.id)
  const token = useRef<string>(undefined)
  // The same person may have signed in anew, in another tab.
  useEffect(() => {
    if (user?.id === owner) token.current = readToken()
  }, [user, owner])
  return useCallback(() => token.current === readToken(), [])
}

/**
 * The moments at which nothing waits for the pause: the tab is hidden, the network is back, the form is
 * left. A tab with answers that are only on this device asks before it closes. What is left unsaved goes on in the
 * session of its form, until the next form of the same, which is told by `name`.
 */
export function useSaveMoments(saver: Saver, name: string) {
  const isOwnSession = useOwnSession()
  const flush = useCallback(() => {
    const { state } = saver.snapshot()
    if (state === 'waiting' || state === 'offline') void saver.flush()
  }, [saver])
  useFlushOnHidden(flush)
  useEffect(() => {
    takeOver(name, saver)
    const warn = (event: BeforeUnloadEvent) => {
      if (saver.snapshot().state === 'saved') return
      flush()
      event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    window.addEventListener('online', flush)
    return () => {
      window.removeEventListener('beforeunload', warn)
      window.removeEventListener('online', flush)
      // Nothing is sent in the name of whoever signed in since.
      if (!isOwnSession()) return saver.stop()
      flush()
      goOn(name, saver)
    }
  }, [flush, isOwnSession, name, saver])
}

type State = 'saved' | 'waiting' | 'saving' | 'offline' | 'conflict' | 'refused' | 'locked'

type SaveStateProps = {
  draft: { state: State; savedAt: string | undefined }
  /** Leads to what has to be chosen, where that is out of sight. */
  onConflict?: () => void
  /** The answers that only this device has, each with the way to its field. */
  wrong?: readonly { to: string; label: string }[]
}

/** Says quietly whether everything is kept, and since when; screen readers hear it once it has come to rest. */
export function SaveState({ draft, onConflict, wrong = [] }: SaveStateProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const { state, savedAt } = draft
  const isElsewhere = state === 'refused' && wrong.length > 0
  const isUnderway = state === 'waiting' || state === 'saving'
  const text =
    state === 'saved' && savedAt
      ? t('save.savedAt', { time: format.date(savedAt, 'time') })
      : t(isElsewhere ? 'save.refusedAt' : `save.${state}`)
  return (
    <p className={`${styles.state} ${styles[state]}`}>
      <span>
        <span role="status" aria-busy={isUnderway}>
          {text}
        </span>{' '}
        {isElsewhere &&
          wrong.map(({ to, label }, index) => (
            <Fragment key={to}>
              {index > 0 && ', '}
              <Link to={to} className={styles.choose}>
                {label}
              </Link>
            </Fragment>
          ))}
        {state === 'conflict' && onConflict && (
          <button type="button" className={styles.choose} onClick={onConflict}>
            {t('save.choose')}
          </button>
        )}
      </span>
    </p>
  )
}
