import type { JurorEntryInfo } from '@awards/shared/contract'
import { COMMENT_FOR_ENTRANT, mustExplain } from '@awards/shared/domain'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CommentField } from './comment-field.tsx'
import { CriterionField } from './criterion-field.tsx'
import { RecuseDialog } from './recuse-dialog.tsx'
import { SaveLine } from './save-line.tsx'
import { problemsOf, totalOf } from './score-draft.ts'
import { ScoreTotal } from './score-total.tsx'
import styles from './score-panel.module.css'
import { useScoreDraft } from './use-score-draft.ts'

type ScorePanelProps = {
  info: JurorEntryInfo
  onSubmitted: () => void
  /** Loads the version that another tab has saved. */
  onReload: () => void
}

/** The score of one entry: five marks, the total as it grows, two comments. */
export function ScorePanel({ info, onSubmitted, onReload }: ScorePanelProps) {
  const { t } = useTranslation('jury')
  const { draft, change, isDraft, state, submit } = useScoreDraft(info)
  const [isChecked, setIsChecked] = useState(false)
  const [isRecusing, setIsRecusing] = useState(false)
  const { criteria } = info
  const total = totalOf(criteria, draft)
  const marked = criteria.filter(({ id }) => draft.marks[id] !== undefined).length
  const isComplete = marked === criteria.length
  const problems = isChecked ? problemsOf(criteria, draft) : []
  const isLocked = !info.can_score || state === 'stale'
  const isOpen = info.can_score

  const send = async () => {
    setIsChecked(true)
    if (problemsOf(criteria, draft).length > 0) return
    await submit().then(onSubmitted, () => undefined)
  }

  return (
    <section className={styles.panel} aria-labelledby="score-title">
      <h2 id="score-title" className={styles.heading}>
        {t('score.title')}
      </h2>
      <ScoreTotal total={total} marked={marked} of={criteria.length} isDraft={isDraft} />
      {!isOpen && <p className={styles.closed}>{t('score.closed')}</p>}
      <div className={styles.criteria}>
        {criteria.map((criterion) => (
          <CriterionField
            key={criterion.id}
            criterion={criterion}
            value={draft.marks[criterion.id]}
            disabled={isLocked}
            isMissing={problems.includes('marks') && draft.marks[criterion.id] === undefined}
            onChange={(value) => change({ marks: { ...draft.marks, [criterion.id]: value } })}
          />
        ))}
      </div>
      <CommentField
        label={t('score.commentEntrant')}
        hint={
          isComplete && mustExplain(total)
            ? t('score.mustExplain', { minimum: COMMENT_FOR_ENTRANT.minimum })
            : t('score.commentEntrantHint')
        }
        value={draft.comment_entrant}
        maximum={COMMENT_FOR_ENTRANT.maximum}
        disabled={isLocked}
        isWrong={problems.includes('comment')}
        onChange={(comment_entrant) => change({ comment_entrant })}
      />
      <CommentField
        label={t('score.commentPrivate')}
        hint={t('score.commentPrivateHint')}
        value={draft.comment_private}
        maximum={2000}
        disabled={isLocked}
        isWrong={false}
        onChange={(comment_private) => change({ comment_private })}
      />
      {problems.length > 0 && (
        <p className={styles.problem} role="alert">
          {problems.includes('marks')
            ? t('score.missing', { count: criteria.length - marked })
            : t('score.mustExplain', { minimum: COMMENT_FOR_ENTRANT.minimum })}
        </p>
      )}
      <SaveLine state={state} isDraft={isDraft} onReload={onReload} />
      {isOpen && (
        <>
          <div className={styles.submit}>
            <Button
              type="primary"
              size="large"
              block
              loading={state === 'saving' && isComplete}
              disabled={state === 'stale'}
              onClick={() => void send()}
            >
              {isDraft ? t('score.submit') : t('score.submitAgain')}
            </Button>
          </div>
          <Button type="text" block onClick={() => setIsRecusing(true)}>
            {t('recuse.open')}
          </Button>
        </>
      )}
      <RecuseDialog
        isOpen={isRecusing}
        id={info.apply_order_id}
        version={info.own_score?.version ?? 0}
        onClose={() => setIsRecusing(false)}
      />
    </section>
  )
}
