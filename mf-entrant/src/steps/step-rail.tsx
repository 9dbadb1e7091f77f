import { ENTRY_STEPS, stepOfField } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { VisuallyHidden } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useDraft } from './draft-context.ts'
import styles from './step-rail.module.css'
import { useProblems } from './use-problems.ts'

/** The six steps with what has been done; every step can be opened at any time. */
export function StepRail() {
  const { t } = useTranslation('entrant')
  const { info, draft, step, saver } = useDraft()
  const incomplete = new Set(Object.keys(useProblems()).map(stepOfField))
  const stateOf = (number: number) => {
    if (number > 4) return info.submitted_at && number === 5 ? 'done' : 'ahead'
    if (!incomplete.has(number)) return 'done'
    return number <= Math.max(draft.step, step) ? 'open' : 'ahead'
  }
  return (
    <nav aria-label={t('rail.label')}>
      <p className={styles.where}>{t('rail.where', { step, count: ENTRY_STEPS.length })}</p>
      <ol className={styles.list} role="list">
        {ENTRY_STEPS.map(({ step: number }) => {
          const state = stateOf(number)
          return (
            <li key={number}>
              <Link
                to={paths.steps({ id: info.apply_order_id, step: number })}
                onClick={() => void saver.flush()}
                className={`${styles.step} ${styles[state]}`}
                aria-current={number === step ? 'step' : undefined}
              >
                <span className={styles.number} aria-hidden="true">
                  {state === 'done' && number !== step ? '✓' : number}
                </span>
                <span className={styles.name}>{t(`steps.${number}.name`)}</span>
                {state !== 'ahead' && <VisuallyHidden>{t(`rail.${state}`)}</VisuallyHidden>}
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
