import type { AuditRow } from '@awards/shared/contract'
import {
  AUDIT_ACTS,
  entryFeeStatusText,
  entryStatusText,
  isSealedAct,
  type EntryFeeStatus,
  type EntryStatus,
} from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './audit.module.css'

/** What an act was, as a sentence; an act that this desk does not know is named as the log names it. */
function useActSentence() {
  const { t } = useTranslation('organiser')
  return (action: string): string => {
    if (AUDIT_ACTS.includes(action)) return t(`audit.act.${action}`)
    const [word = ''] = action.split('.')
    if (isSealedAct(action)) return t(`audit.sealed.${word}`)
    return t('audit.unknown', { action })
  }
}

/** A value as the site says it elsewhere; what has no words of its own stands as it is kept. */
function useValue() {
  const { t } = useTranslation(['organiser', 'shared'])
  return (name: string, value: string | null): string => {
    if (value === null) return '–'
    const status = Number(value)
    if (name === 'entry_status') {
      return t(`shared:status.entry.${entryStatusText(status as EntryStatus)}`)
    }
    if (name === 'entry_fee_status') {
      return t(`shared:status.entry_fee.${entryFeeStatusText(status as EntryFeeStatus)}`)
    }
    return name === 'right' ? t(`right.${value}`, { defaultValue: value }) : value
  }
}

function Changes({ row }: { row: AuditRow }) {
  const { t } = useTranslation('organiser')
  const value = useValue()
  if (row.changes.length === 0 && !row.reason) return null
  return (
    <ul role="list" className={styles.changes}>
      {row.changes.map(({ name, before, after }) => (
        <li key={name}>
          {t(`audit.field.${name}`, { defaultValue: name })}
          {t('audit.colon')}{' '}
          {before !== null && (
            <>
              <del>{value(name, before)}</del>{' '}
            </>
          )}
          {after !== null && <ins>{value(name, after)}</ins>}
        </li>
      ))}
      {row.reason && (
        <li>
          {t('audit.reason')} <q>{row.reason}</q>
        </li>
      )}
    </ul>
  )
}

/** Acts of the audit log: when, who, what, and about whom. */
export function AuditLines({ rows, label }: { rows: readonly AuditRow[]; label: string }) {
  const { t } = useTranslation('organiser')
  const format = useFormat()
  const sentence = useActSentence()
  return (
    <ol role="list" className={styles.lines} aria-label={label}>
      {rows.map((row) => (
        <li key={row.audit_id} className={styles.line}>
          <time className={styles.muted} dateTime={row.at}>
            {format.date(row.at, 'datetime')}
          </time>
          <span className={styles.who}>
            {row.actor ? (
              <Link to={`?view=people&person=${row.actor.user_id}`}>
                {row.actor.name || t('audit.gone')}
              </Link>
            ) : (
              <span className={styles.muted}>{t('audit.nobody')}</span>
            )}
          </span>
          <div className={styles.what}>
            <span>
              {sentence(row.action)}
              {row.subject && <Subject subject={row.subject} />}
            </span>
            <Changes row={row} />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Whom or what an act was about. */
function Subject({ subject }: { subject: NonNullable<AuditRow['subject']> }) {
  const { t } = useTranslation('organiser')
  if (subject.kind === 'person') {
    return (
      <>
        {t('audit.colon')} <Link to={`?view=people&person=${subject.id}`}>{subject.name}</Link>
      </>
    )
  }
  const words = subject.name || subject.id
  if (!words) return null
  return (
    <>
      {t('audit.colon')} {words}
    </>
  )
}
