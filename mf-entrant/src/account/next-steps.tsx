import { useFormat } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import { useRegistrationTimeQuery } from '../entrant.api.ts'
import { NextStep } from './next-step.tsx'
import styles from './next-steps.module.css'
import { usePressing } from './use-pressing.ts'

const MOST = 2

/** The one or two things that matter most across all entries, before the lists. */
export function NextSteps() {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const found = usePressing()
  const { data } = useRegistrationTimeQuery()
  if (!found || (found.things.length === 0 && found.total === 0)) return null
  return (
    <section className={styles.next} aria-labelledby="next-steps">
      <h2 id="next-steps" className={styles.heading}>
        {t('account.next.title')}
      </h2>
      {found.things.length === 0 && (
        <p className={styles.quiet}>
          {data?.results_at
            ? t('account.next.waitUntil', { date: format.date(data.results_at) })
            : t('account.next.wait')}
        </p>
      )}
      <ul className={styles.list} role="list">
        {found.things.slice(0, MOST).map((thing) => (
          <li key={thing.action}>
            <NextStep thing={thing} />
          </li>
        ))}
      </ul>
    </section>
  )
}
