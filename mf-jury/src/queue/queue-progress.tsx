import type { Progress } from '@awards/shared/contract'
import { useTranslation } from 'react-i18next'
import { leftOf } from './queue-state.ts'
import styles from './queue-progress.module.css'

/** How far the juror has come: scores that are in, drafts, and what is left. */
export function QueueProgress({ progress }: { progress: Progress }) {
  const { t } = useTranslation('jury')
  const { assigned, submitted, draft, recused } = progress
  const share = (count: number) => `${assigned === 0 ? 0 : (count / assigned) * 100}%`
  return (
    <div className={styles.progress}>
      <p className={styles.count}>
        <span className={styles.done}>{submitted}</span>
        <span className={styles.all}> / {assigned}</span>
        <span className={styles.label}>{t('queue.scored')}</span>
      </p>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={t('queue.progress')}
        aria-valuemin={0}
        aria-valuemax={assigned}
        aria-valuenow={submitted}
        aria-valuetext={t('queue.progressText', { submitted, assigned })}
      >
        <span className={styles.submitted} style={{ inlineSize: share(submitted) }} />
        <span className={styles.draft} style={{ inlineSize: share(draft) }} />
      </div>
      <p className={styles.rest}>{t('queue.rest', { draft, todo: leftOf(progress), recused })}</p>
    </div>
  )
}
