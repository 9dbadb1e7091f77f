import type { EntryMention } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './side-panel.module.css'

/** Entries that a line names before it only counts. */
const NAMED = 5

export type ChecklistLine = {
  kind: string
  count: number
  entries: readonly EntryMention[]
  /** Said instead of the words of the kind. */
  text?: string
}
type ChecklistProps = { title?: string; lines: readonly ChecklistLine[] }

/** Open work before a freeze or publication: the count of entries per line, and the first of them. */
export function Checklist({ title, lines }: ChecklistProps) {
  const { t } = useTranslation('jury')
  const heading = title ?? t('checklist.title')
  if (lines.length === 0) return <p className={styles.done}>{t('checklist.nothing')}</p>
  return (
    <section className={styles.checklist} aria-label={heading}>
      <h2 className={styles.title}>{heading}</h2>
      <ul role="list" className={styles.lines}>
        {lines.map(({ kind, count, entries, text }) => (
          <li key={kind}>
            <strong>{text ?? t(`checklist.${kind}`, { count })}</strong>{' '}
            <span className={styles.names}>
              {entries.slice(0, NAMED).map((entry, index) => (
                <span key={entry.apply_order_id}>
                  {index > 0 && ', '}
                  <Link to={paths.juryReviewDetails(entry.apply_order_id)}>
                    {entry.title || entry.judging_no}
                  </Link>
                </span>
              ))}
              {entries.length > 0 && count > NAMED && ' …'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
