import type { AwardDate } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import styles from './calendar-row.module.css'

/** A step of the edition: when it begins, when it ends, whether it is now. */
export function CalendarRow({ row }: { row: AwardDate }) {
  const { t } = useTranslation('public')
  const { date, localDate } = useFormat()
  const { label, starts_at, ends_at, state } = row
  const here = ends_at && state !== 'past' ? localDate(ends_at) : undefined
  return (
    <article
      className={`${styles.row} ${styles[state]}`}
      aria-current={state === 'current' ? 'step' : undefined}
    >
      <p className={styles.state}>{t(`calendar.state.${state}`)}</p>
      <h2 className={styles.label}>{label}</h2>
      <div className={styles.dates}>
        <p>
          <time dateTime={starts_at}>{date(starts_at)}</time>
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
        {here && state === 'current' && (
          <p className={styles.note}>{t('calendar.local', { date: here })}</p>
        )}
      </div>
    </article>
  )
}
