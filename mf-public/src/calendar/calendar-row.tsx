import type { AwardDate } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import { LocalDate } from '../ui/local-date.tsx'
import styles from './calendar-row.module.css'

/** A step of the edition: when it begins, when it ends, whether it is now. */
export function CalendarRow({ row }: { row: AwardDate }) {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  const { label, starts_at, ends_at, state } = row
  // A span ends with its day; a moment is said to the minute.
  const deadline = state === 'current' ? ends_at : ends_at ? null : starts_at
  return (
    <article
      className={`${styles.row} ${styles[state]}`}
      aria-current={state === 'current' ? 'step' : undefined}
    >
      <p className={styles.state}>{t(`calendar.state.${state}`)}</p>
      <h2 className={styles.label}>{label}</h2>
      <div className={styles.dates}>
        <p>
          <time dateTime={starts_at}>{date(starts_at, ends_at ? 'date' : 'datetime')}</time>
          {ends_at && (
            <>
              {' – '}
              <time dateTime={ends_at}>{date(ends_at)}</time>
            </>
          )}
        </p>
        {ends_at && state === 'current' && (
          <p className={styles.note}>{t('calendar.until', { date: date(ends_at, 'datetime') })}</p>
        )}
        {deadline && state !== 'past' && (
          <p className={`${styles.note} ${styles.local}`}>
            <LocalDate moment={deadline} />
          </p>
        )}
      </div>
    </article>
  )
}
