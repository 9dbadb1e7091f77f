import type { ReviewRow } from '@awards/shared/contract'
import { ASSIGNMENT_STATUS } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { DecisionTag } from '../common/decision-tag.tsx'
import { Picture } from '../common/picture.tsx'
import { useFigure } from '../common/use-figure.ts'
import styles from './queue.module.css'

const STATES: Record<number, 'new' | 'opened' | 'draft' | 'done' | 'abstained' | 'recused'> = {
  [ASSIGNMENT_STATUS.assigned]: 'new',
  [ASSIGNMENT_STATUS.opened]: 'opened',
  [ASSIGNMENT_STATUS.draft]: 'draft',
  [ASSIGNMENT_STATUS.submitted]: 'done',
  [ASSIGNMENT_STATUS.abstained]: 'abstained',
  [ASSIGNMENT_STATUS.recused]: 'recused',
}

/** An entry of a juror's queue: a large picture, its number, and where the juror stands. */
export function QueueCard({ row, eager }: { row: ReviewRow; eager: boolean }) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  const figure = useFigure()
  const state = STATES[row.assignment_status] ?? 'new'
  const one = (value: number) => format.number(value, { maximumFractionDigits: 1 })
  return (
    <article className={`${styles.card} ${styles[state]}`}>
      <Link to={paths.subJuryReviewDetails(row.apply_order_id)} className={styles.link}>
        <div className={styles.picture}>
          <Picture
            picture={row.cover}
            code={row.category.code}
            sizes="(width < 40rem) 100vw, (width < 64rem) 50vw, 33vw"
            eager={eager}
          />
          {row.own_total !== null && (
            <span className={styles.total}>
              <b>{one(row.own_total)}</b>
              <small>{row.is_draft ? t('queue.draft') : t('queue.yours')}</small>
            </span>
          )}
        </div>
        <p className={styles.place}>
          #{row.judging_no.replace(/^#/, '')} · {row.category.name}
        </p>
        <h2 className={styles.title}>{row.title || t('untitled')}</h2>
      </Link>
      <p className={styles.summary}>{row.summary}</p>
      <p className={styles.foot}>
        <span className={styles.state}>{t(`queue.state.${state}`)}</span>
        {row.final_score !== null ? (
          <span className={styles.level}>
            {t('figures.result')} {figure(row.final_score)}
          </span>
        ) : (
          row.first_level?.official != null && (
            <span className={styles.level}>
              {t('queue.firstLevel', { value: figure(row.first_level.official) })}
            </span>
          )
        )}
        {row.award && <DecisionTag award={row.award} status={row.decision_status} />}
        {row.first_level?.is_divergent && (
          <span className={styles.divergent}>{t('figures.discuss')}</span>
        )}
      </p>
    </article>
  )
}
