import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './outbox-line.module.css'
import { useOutbox } from './use-outbox.ts'

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
