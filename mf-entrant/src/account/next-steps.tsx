import { useFormat } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import { useRegistrationTimeQuery } from '../entrant.api.ts'
import { NextStep } from './next-step.tsx'
import styles from './next-steps.module.css'
import { useAccountTasks } from './use-account-tasks.ts'

const MOST = 2

/** The one or two things that matter most across all entries, before the lists. */
export function NextSteps() {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const found = useAccountTasks()
  const { data } = useRegistrationTimeQuery()
  if (!found || (found.tasks.length === 0 && found.total === 0)) return null
  return (
    <section className={styles.next} aria-labelledby="next-steps">
      <h2 id="next-steps" className={styles.heading}>
        {t('account.next.title')}
      </h2>
      {found.tasks.length === 0 && (
        <p className={styles.quiet}>
          {data?.results_at
            ? t('account.next.waitUntil', { date: format.date(data.results_at) })
            : t('account.next.wait')}
        </p>
      )}
      <ul className={styles.list} role="list">
        {found.tasks.slice(0, MOST).map((task) => (
          <li key={`${task.action} ${task.rows[0]?.apply_order_id}`}>
            <NextStep task={task} />
          </li>
        ))}
      </ul>
    </section>
  )
}
