import type { ScoreSheet } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { Button, LinkButton, PageHeader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { LevelMarks } from './level-marks.tsx'
import styles from './score-sheet.module.css'
import { SheetComments } from './sheet-comments.tsx'
import { SheetResult } from './sheet-result.tsx'

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
