import type { Output, judge } from '@awards/shared/contract'
import { useTranslation } from 'react-i18next'
import styles from './seat-list.module.css'

/** Who reviews the entry, and how far each has come. */
export function SeatList({ seats }: { seats: Output<typeof judge.getSubJudges> }) {
  const { t } = useTranslation('jury')
  const seated = seats.list.filter(
    ({ assigned, assignment_status }) => assigned || assignment_status === 5,
  )
  return (
    <section className={styles.seats} aria-label={t('panel.jurors')}>
      <h3 className={styles.heading}>{t('panel.jurors')}</h3>
      {seated.length === 0 && <p className={styles.none}>{t('panel.noJurors')}</p>}
      <ul className={styles.list}>
        {seated.map((one) => (
          <li key={`${one.juror_id}-${one.level}`}>
            <span>{one.name}</span>
            <span className={one.assignment_status === 3 ? styles.done : styles.open}>
              {t(`seat.${one.assignment_status}`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
