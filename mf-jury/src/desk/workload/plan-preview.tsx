import type { AssignmentPlan } from '@awards/shared/contract'
import { useTranslation } from 'react-i18next'
import { Mention } from '../entry-link.tsx'
import { ShareBar } from './share-bar.tsx'
import styles from './plan-drawer.module.css'

/** What a plan would do: each juror's load before and after, and where jurors are missing. */
export function PlanPreview({ plan }: { plan: AssignmentPlan }) {
  const { t } = useTranslation('jurydesk')
  const busiest = Math.max(1, ...plan.jurors.map(({ after }) => after))
  return (
    <section className={styles.preview} aria-labelledby="plan-preview">
      <h3 id="plan-preview" className={styles.heading}>
        {t('plan.result')}
      </h3>
      <p role="status">
        {plan.seats === 0
          ? t('plan.nothing')
          : t('plan.seats', { count: plan.seats, entries: plan.entries })}
      </p>
      <ul className={styles.jurors} role="list">
        {plan.jurors.map((juror) => (
          <li key={juror.juror_id} className={styles.juror}>
            <span className={styles.name}>{juror.name}</span>
            <ShareBar
              total={busiest}
              parts={[
                { value: juror.before, tone: 'done' },
                { value: juror.after - juror.before, tone: 'added' },
              ]}
            />
            <span className={styles.numbers}>
              {t('plan.load', { before: juror.before, after: juror.after })}
              <small>{t('plan.field', { count: juror.of_own_field })}</small>
            </span>
          </li>
        ))}
      </ul>
      {plan.short_total > 0 && (
        <>
          <h3 className={styles.heading}>{t('plan.short', { count: plan.short_total })}</h3>
          <ul className={styles.jurors} role="list">
            {plan.short.map((entry) => (
              <li key={entry.apply_order_id} className={styles.missing}>
                <Mention entry={entry} />
                <span>
                  {t('plan.missing', { count: entry.missing })}
                  <small>{t(`plan.reason.${entry.reason}`)}</small>
                </span>
              </li>
            ))}
          </ul>
          {plan.short.length < plan.short_total && (
            <p className={styles.more}>{t('plan.firstOnly', { count: plan.short.length })}</p>
          )}
        </>
      )}
    </section>
  )
}
