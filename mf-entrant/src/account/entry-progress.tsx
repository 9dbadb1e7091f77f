import { ENTRY_STATUS } from '@awards/shared/domain'
import { useTranslation } from 'react-i18next'
import styles from './entry-progress.module.css'

const STAGES = ['draft', 'submitted', 'registered', 'judging', 'result'] as const
const S = ENTRY_STATUS

/** How many stages an entry has behind it; undefined for one that left the way. */
const reached: Record<number, number | undefined> = {
  [S.draft]: 0,
  [S.submitted]: 1,
  [S.registered]: 2,
  [S.correction_requested]: 2,
  [S.admitted]: 2,
  [S.in_judging]: 3,
  [S.decided]: 3,
  [S.awarded]: 4,
  [S.not_awarded]: 4,
}

/** The way of an entry from draft to result. */
export function EntryProgress({ status, step }: { status: number; step: number }) {
  const { t } = useTranslation('entrant')
  const at = reached[status]
  if (at === undefined) return null
  return (
    <ol className={styles.way} role="list" aria-label={t('progress.label')}>
      {STAGES.map((stage, index) => (
        <li
          key={stage}
          className={`${styles.stage} ${index <= at ? styles.passed : ''}`}
          aria-current={index === at ? 'step' : undefined}
        >
          <span>
            {stage === 'draft' && at === 0 ? t('progress.step', { step }) : t(`progress.${stage}`)}
          </span>
        </li>
      ))}
    </ol>
  )
}
