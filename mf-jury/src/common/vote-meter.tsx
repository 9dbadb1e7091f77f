import { useTranslation } from 'react-i18next'
import styles from '../chair/row-parts.module.css'

type VoteMeterProps = { submitted: number; assigned: number; quorum: number }

/** Votes as dots: filled for a score that is in, a ring for a juror who is still reading. */
export function VoteMeter({ submitted, assigned, quorum }: VoteMeterProps) {
  const { t } = useTranslation('jury')
  const places = Math.max(assigned, quorum)
  return (
    <span className={styles.meter}>
      <span className={styles.dots} aria-hidden="true">
        {Array.from({ length: places }, (_, index) => (
          <i
            key={index}
            className={
              index < submitted ? styles.full : index < assigned ? styles.open : styles.missing
            }
          />
        ))}
      </span>
      <span className={submitted < quorum ? styles.short : styles.enough}>
        {t('figures.progress', { submitted, quorum })}
      </span>
    </span>
  )
}
