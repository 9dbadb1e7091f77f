import type { JurorEntryInfo } from '@awards/shared/contract'
import { ASSIGNMENT_STATUS, COMMENT_FOR_ENTRANT } from '@awards/shared/domain'
import { VisuallyHidden } from '@awards/shared/ui'
import { useState, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts, type Shortcuts } from '../common/use-shortcuts.ts'
import { Input, Button } from 'antd'
import styles from './score-panel.module.css'
import { COMMENT_ID, type Score } from './use-score.ts'
import type { ScoreDraft, Criteria } from './saving/score-draft.ts'
import { CriterionField } from './criterion-field.tsx'
import { MergeView } from './merge-view.tsx'
import { translateMessage, useFormat } from '@awards/shared/i18n'
import type { SaveState } from './saving/score-saver.ts'
import { ScoreActions } from './score-actions.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'
import { SUBMIT_ID, typeAhead, useTypedAhead } from './type-ahead.ts'
import { useMarking } from './use-marking.ts'
import type { Neighbours } from './use-neighbours.ts'

type CommentFieldProps = {
  id?: string
  label: string
  hint: string
  value: string
  maximum: number
  disabled: boolean
  isWrong: boolean
  /** How much is still to be written, where something has to be. */
  count: string
  onChange: (value: string) => void
}

/** A comment field with its label, its purpose and the characters it still needs. */
function CommentField({
  id: givenId,
  label,
  hint,
  value,
  maximum,
  disabled,
  isWrong,
  count,
  onChange,
}: CommentFieldProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
      <Input.TextArea
        id={id}
        value={value}
        maxLength={maximum}
        rows={2}
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        aria-invalid={isWrong}
        {...(isWrong && { status: 'error' as const })}
        onChange={(event) => onChange(event.target.value)}
      />
      {count && <p className={styles.count}>{count}</p>}
    </div>
  )
}

/** Puts a score on the clipboard as plain text, for somebody who cannot hand it in. */
function copyScore(criteria: Criteria, draft: ScoreDraft): Promise<void> {
  const marks = criteria.map(({ id, name }) => `${name}: ${draft.marks[id] ?? '–'}`)
  const comments = [draft.comment_entrant, draft.comment_private].filter(Boolean)
  return navigator.clipboard.writeText([...marks, ...comments].join('\n'))
}

type ScoreTotalProps = { total: number; marked: number; of: number; isDraft: boolean }

/** The total as it grows, on 100. */
function ScoreTotal({ total, marked, of, isDraft }: ScoreTotalProps) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  const number = format.number(total, { maximumFractionDigits: 1 })
  return (
    <p className={styles.total} role="status" aria-label={t('score.total', { total: number })}>
      <span className={marked === 0 ? styles.empty : styles.number}>{number}</span>
      <span className={styles.of}>/ 100</span>
      <span className={styles.state}>
        {marked < of
          ? t('score.marked', { marked, of })
          : isDraft
            ? t('score.isDraft')
            : t('score.isSubmitted')}
      </span>
    </p>
  )
}

type SaveLineProps = {
  state: SaveState
  isDraft: boolean
  /** Why the server has refused it. */
  refusal: string
  onCopy: () => void
}

/** Shows whether the score is saved, and where it is stored if not. */
function SaveLine({ state, isDraft, refusal, onCopy }: SaveLineProps) {
  const { t } = useTranslation('jury')
  if (state === 'closed' || state === 'refused') {
    return (
      <div className={styles.kept} role="alert">
        <p>{translateMessage(refusal)}</p>
        <p>{t('save.kept')}</p>
        <Button size="small" onClick={onCopy}>
          {t('save.copy')}
        </Button>
      </div>
    )
  }
  if (state === 'unseen') {
    return (
      <p className={styles.kept} role="alert">
        {t('save.unseen')}
      </p>
    )
  }
  const key = state === 'changed' && !isDraft ? 'unsubmitted' : state
  const isWaiting = state === 'offline' || state === 'queued'
  return (
    <p className={isWaiting ? styles.waiting : styles.line} role="status">
      {t(`save.${key}`)}
    </p>
  )
}

type CommentFieldsProps = {
  draft: ScoreDraft
  /** The total is so high or low that the entrant is owed a word. */
  isDue: boolean
  isWrong: boolean
  disabled: boolean
  onChange: (part: Partial<ScoreDraft>) => void
}

const PRIVATE_MAXIMUM = 2000

/** What the juror says to the entrant, and to the jury alone. */
function CommentFields({ draft, isDue, isWrong, disabled, onChange }: CommentFieldsProps) {
  const { t } = useTranslation('jury')
  const { minimum, maximum } = COMMENT_FOR_ENTRANT
  const length = draft.comment_entrant.trim().length
  return (
    <>
      <CommentField
        id={COMMENT_ID}
        label={t('score.commentEntrant')}
        hint={isDue ? t('score.mustExplain', { minimum }) : t('score.commentEntrantHint')}
        value={draft.comment_entrant}
        maximum={maximum}
        disabled={disabled}
        isWrong={isWrong}
        count={
          isDue && length < minimum ? t('score.charactersLeft', { count: minimum - length }) : ''
        }
        onChange={(comment_entrant) => onChange({ comment_entrant })}
      />
      <CommentField
        label={t('score.commentPrivate')}
        hint={t('score.commentPrivateHint')}
        value={draft.comment_private}
        maximum={PRIVATE_MAXIMUM}
        disabled={disabled}
        isWrong={false}
        count=""
        onChange={(comment_private) => onChange({ comment_private })}
      />
    </>
  )
}

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
