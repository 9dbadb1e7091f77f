import type { ScoreSheet } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { Button, LinkButton, PageHeader, SectionHeading, AwardMark } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { LevelMarks } from './level-marks.tsx'
import styles from './score-sheet.module.css'
import { COMPARED_FROM } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'

/** What jurors wrote for the entrant, under letters; what is still being read is counted. */
function SheetComments({ sheet }: { sheet: ScoreSheet }) {
  const { t } = useTranslation('entrant')
  const { comments, comments_pending: pending, levels } = sheet
  return (
    <section className={styles.comments}>
      <SectionHeading>{t('scores.comments')}</SectionHeading>
      {comments.length > 0 && <p className={styles.lettered}>{t('scores.lead')}</p>}
      <div className={styles.quotes}>
        {comments.map(({ juror, level, comment }) => (
          <figure key={`${juror} ${level}`} className={styles.quote}>
            <blockquote>{comment}</blockquote>
            <figcaption>
              {t('scores.juror', { letter: juror })}
              {levels.length > 1 && ` · ${t(`scores.level.${level}`)}`}
            </figcaption>
          </figure>
        ))}
      </div>
      {pending > 0 && <p className={styles.note}>{t('scores.pending', { count: pending })}</p>}
      {comments.length === 0 && pending === 0 && (
        <p className={styles.note}>{t('scores.noComments')}</p>
      )}
    </section>
  )
}

/** The score in large, the award, and where the entry stands among the others of its category. */
function SheetResult({ sheet }: { sheet: ScoreSheet }) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const { award, final_score: score, percentile, entries_in_category: count } = sheet
  const percent = format.number((percentile ?? 0) / 100, { style: 'percent' })
  return (
    <section className={styles.result} aria-label={t('scores.final')}>
      {score === null ? (
        <p className={styles.noScore}>{t('scores.noScore')}</p>
      ) : (
        <p className={styles.score}>
          <span className={styles.label}>{t('scores.final')}</span>{' '}
          <span className={styles.figure}>{format.number(score, DIGITS)}</span>{' '}
          <span className={styles.of}>{t('scores.of100')}</span>
        </p>
      )}
      <div className={styles.standing}>
        <p className={styles.award}>
          {award ? <AwardMark code={award.code} name={award.name} /> : t('scores.notAwarded')}
        </p>
        {percentile !== null && <p>{t('scores.percentile', { percent })}</p>}
        <p className={styles.quiet}>{t('scores.compared', { count })}</p>
        {count < COMPARED_FROM && <p className={styles.quiet}>{t('scores.fewEntries')}</p>}
      </div>
    </section>
  )
}

const DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 }

/** The sheet: the result, the marks of each level, and what the jurors wrote. */
export function Sheet({ sheet }: { sheet: ScoreSheet }) {
  const { t } = useTranslation('entrant')
  const { title, judging_no, category, edition, levels } = sheet
  const hasBoth = levels.length > 1
  return (
    <article className={styles.sheet}>
      <PageHeader
        eyebrow={`${t('action.score_sheet')} · ${edition.name}`}
        title={title || t('untitled')}
        documentTitle={`${t('action.score_sheet')}: ${title || t('untitled')}`}
        lead={`#${judging_no.replace(/^#/, '')} · ${category.name}`}
        actions={
          <div className={styles.acts}>
            <Button onClick={() => window.print()}>{t('scores.print')}</Button>
            <LinkButton to={paths.account('history')}>{t('footer.account')}</LinkButton>
          </div>
        }
      />
      <SheetResult sheet={sheet} />
      {levels.map((level) => (
        <LevelMarks key={level.level} level={level} />
      ))}
      {levels.length > 0 && (
        <p className={styles.note}>{t(hasBoth ? 'scores.shares' : 'scores.even')}</p>
      )}
      <SheetComments sheet={sheet} />
    </article>
  )
}
