import type { Progress } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { leftOf } from './queue-state.ts'
import styles from './queue-done.module.css'

type QueueDoneProps = { progress: Progress; recheck: readonly string[] }

/** When everything is scored: thanks, and the first entries once more, whose marks are the least sure. */
export function QueueDone({ progress, recheck }: QueueDoneProps) {
  const { t } = useTranslation('jury')
  if (progress.assigned === 0 || leftOf(progress) + progress.draft > 0) return null
  return (
    <section className={styles.done} aria-labelledby="queue-done">
      <h2 id="queue-done" className={styles.title}>
        {t('queue.allDone')}
      </h2>
      <p>{t('queue.allDoneText')}</p>
      {recheck.length > 0 && (
        <>
          <p>{t('queue.recheck')}</p>
          <ul className={styles.again}>
            {recheck.map((id, index) => (
              <li key={id}>
                <Link to={paths.subJuryReviewDetails(id)}>
                  {t('queue.recheckOne', { number: index + 1 })}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
