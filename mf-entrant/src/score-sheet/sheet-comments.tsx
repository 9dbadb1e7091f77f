import type { ScoreSheet } from '@awards/shared/contract'
import { SectionHeading } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './score-sheet.module.css'

/** What jurors wrote for the entrant, under letters; what is still being read is counted. */
export function SheetComments({ sheet }: { sheet: ScoreSheet }) {
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
