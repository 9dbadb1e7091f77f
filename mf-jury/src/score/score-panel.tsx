import type { JurorEntryInfo } from '@awards/shared/contract'
import { ASSIGNMENT_STATUS, COMMENT_FOR_ENTRANT } from '@awards/shared/domain'
import { VisuallyHidden } from '@awards/shared/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts, type Shortcuts } from '../common/use-shortcuts.ts'
import { CommentFields } from './comment-fields.tsx'
import { copyScore } from './copy-score.ts'
import { CriterionField } from './criterion-field.tsx'
import { MergeView } from './merge-view.tsx'
import { SaveLine } from './save-line.tsx'
import { ScoreActions } from './score-actions.tsx'
import styles from './score-panel.module.css'
import { ScoreTotal } from './score-total.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'
import { SUBMIT_ID, typeAhead, useTypedAhead } from './type-ahead.ts'
import { useMarking } from './use-marking.ts'
import type { Neighbours } from './use-neighbours.ts'
import type { Score } from './use-score.ts'

type ScorePanelProps = { info: JurorEntryInfo; score: Score; neighbours: Neighbours }

/** The score of one entry: five marks, the total as it grows, two comments. */
export function ScorePanel({ info, score, neighbours }: ScorePanelProps) {
  const { t } = useTranslation('jury')
  const [heard, setHeard] = useState('')
  const { criteria, can_score } = info
  const { draft, problems, isLocked, state } = score
  const marking = useMarking({
    criteria,
    isDraft: score.isDraft,
    marks: () => score.saver.snapshot().draft.marks,
    onMark: score.mark,
    onEnd: () => document.getElementById(SUBMIT_ID)?.focus(),
    announce: (words) =>
      setHeard(words === 'tooHigh' ? t('keys.tooHigh') : t('keys.marked', words)),
  })
  const keys: Shortcuts = isLocked
    ? {}
    : {
        digit: marking.digit,
        '.': marking.half,
        ',': marking.half,
        backspace: marking.back,
        enter: () => void (marking.finish() || score.submit(true)),
        'mod+enter': () => void score.submit(true),
      }
  useShortcuts(keys)
  useTypedAhead({
    keys,
    start: marking.restart,
    enter: () => {
      if (marking.finish()) return true
      if (isLocked || !marking.isWhole()) return false
      void score.submit(true)
      return typeAhead.isOn()
    },
  })

  return (
    <section className={styles.panel} aria-labelledby="score-title">
      <header className={styles.head}>
        <h2 id="score-title" className={styles.heading}>
          {t('score.title')}
        </h2>
        <ShortcutHelp />
      </header>
      <ScoreTotal
        total={score.total}
        marked={score.marked}
        of={criteria.length}
        isDraft={score.isDraft}
      />
      <VisuallyHidden>
        <span role="status">{heard}</span>
      </VisuallyHidden>
      {!can_score && <p className={styles.closed}>{t('score.closed')}</p>}
      {info.assignment_status === ASSIGNMENT_STATUS.abstained && (
        <p className={styles.closed}>{t('abstain.isDone')}</p>
      )}
      {state === 'conflict' && (
        <MergeView
          criteria={criteria}
          conflicts={score.conflicts}
          onResolve={score.saver.resolve}
        />
      )}
      <div className={styles.criteria}>
        {criteria.map((criterion) => (
          <CriterionField
            key={criterion.id}
            criterion={criterion}
            value={draft.marks[criterion.id]}
            disabled={isLocked}
            isMissing={problems.includes('marks') && draft.marks[criterion.id] === undefined}
            isActive={!isLocked && marking.active === criterion.id}
            typed={marking.active === criterion.id ? marking.typed : ''}
            onFocus={() => marking.onFocus(criterion.id)}
            onChange={(value) => score.mark(criterion.id, value)}
          />
        ))}
      </div>
      <CommentFields
        draft={draft}
        isDue={score.isCommentDue}
        isWrong={problems.includes('comment')}
        disabled={isLocked}
        onChange={score.change}
      />
      {problems.length > 0 && (
        <p className={styles.problem} role="alert">
          {problems.includes('marks')
            ? t('score.missing', { count: criteria.length - score.marked })
            : t('score.mustExplain', { minimum: COMMENT_FOR_ENTRANT.minimum })}
        </p>
      )}
      <SaveLine
        state={state}
        isDraft={score.isDraft}
        refusal={score.refusal}
        onCopy={() => void copyScore(criteria, draft)}
      />
      {can_score && <ScoreActions info={info} score={score} neighbours={neighbours} />}
    </section>
  )
}
