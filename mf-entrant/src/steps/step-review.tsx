import { isHandedIn } from '@awards/shared/domain'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { EntrySheet } from '../preview/entry-sheet.tsx'
import { HiddenAnswers } from '../preview/hidden-answers.tsx'
import { useDraft } from './draft-context.ts'
import { ProblemList } from './problem-list.tsx'
import styles from './step-review.module.css'
import { SubmitBar } from './submit-bar.tsx'
import { useProblems } from './use-problems.ts'

/** Step 5: everything once more, what is missing, and the button that hands the entry in. */
export function StepReview() {
  const { t } = useTranslation('entrant')
  const { info, draft } = useDraft()
  const problems = useProblems()
  const isComplete = Object.keys(problems).length === 0
  // What is handed in counts as it is saved; there is nothing to submit again.
  const needsSubmit = info.can_submit && !isHandedIn(info.entry_status)
  const count = info.siblings.length || 1
  return (
    <>
      {!isComplete && <ProblemList id={info.apply_order_id} problems={problems} />}
      {isComplete && needsSubmit && (
        <Alert
          className={styles.note ?? ''}
          type="success"
          title={t('review.complete', { count })}
        />
      )}
      {needsSubmit && <SubmitBar isComplete={isComplete} />}
      <h2 className={styles.title}>{draft.answers.title || t('untitled')}</h2>
      <EntrySheet answers={draft.answers} files={draft.files} section={info.section.name} />
      <div className={styles.hidden}>
        <HiddenAnswers answers={draft.answers} files={draft.files} />
      </div>
    </>
  )
}
