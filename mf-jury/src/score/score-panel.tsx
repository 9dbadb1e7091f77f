import type { JurorEntryInfo } from '@awards/shared/contract'
import { ASSIGNMENT_STATUS, COMMENT_FOR_ENTRANT } from '@awards/shared/domain'
import { VisuallyHidden } from '@awards/shared/ui'
import { useState, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useCopy } from '@awards/shared/browser/use-copy'
import { useShortcuts, type Shortcuts } from '@awards/shared/browser/use-shortcuts'
import { Input, Button } from 'antd'
import styles from './score-panel.module.css'
import { COMMENT_ID, type Score } from './use-score.ts'
import type { ScoreDraft, Criteria } from './saving/score-draft.ts'
import { CriterionField } from './criterion-field.tsx'
import { MergeView } from './merge-view.tsx'
import { translateMessage, useFormat } from '@awards/shared/i18n'
import { OtherWays, SubmitButton } from './score-actions.tsx'
import { SUBMIT_ID, typeAhead, useTypedAhead } from './type-ahead.ts'
import { useMarking } from './use-marking.ts'
import type { Neighbours } from './use-neighbours.ts'
import { KeyCap, KeysDialog, keysDialog, type KeyGroups } from '../frame/keys-dialog.tsx'
import noteStyles from './notes.module.css'

/** Keys of a score by what they are for; a key may have another beside it. */
const SCORE_KEYS: KeyGroups = {
  mark: [
    ['twoDigits', '1', '7'],
    ['half', '.', ','],
    ['back', '⌫'],
    ['submit', '↵'],
    ['submitAnywhere', 'Ctrl ↵'],
  ],
  move: [
    ['next', 'J'],
    ['previous', 'K'],
    ['split', 'S'],
    ['find', 'Ctrl K'],
    ['lightbox', 'Z', 'L'],
    ['compare', 'X'],
  ],
  other: [
    ['undo', 'U'],
    ['abstain', 'A'],
    ['conflict', 'C'],
    ['help', '?'],
  ],
}

/** What the keys of a score do, beside the form. */
export function ShortcutHelp() {
  const { t } = useTranslation('jury')
  return (
    <>
      <Button
        size="small"
        className={noteStyles.open ?? ''}
        aria-keyshortcuts="?"
        onClick={keysDialog.open}
      >
        {t('keys.open')} <KeyCap name="?" />
      </Button>
      <KeysDialog namespace="jury" groups={SCORE_KEYS} />
    </>
  )
}

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
        rows={1}
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

function scoreText(criteria: Criteria, draft: ScoreDraft): string {
  const marks = criteria.map(({ id, name }) => `${name}: ${draft.marks[id] ?? '–'}`)
  const comments = [draft.comment_entrant, draft.comment_private].filter(Boolean)
  return [...marks, ...comments].join('\n')
}

/** The score as plain text to copy, for somebody who cannot hand it in; shown where the browser does not copy. */
function CopyScore({ text }: { text: string }) {
  const { t } = useTranslation('jury')
  const [outcome, copy] = useCopy(text)
  return (
    <>
      <Button size="small" onClick={copy}>
        <span role="status">{t(outcome === 'copied' ? 'save.copied' : 'save.copy')}</span>
      </Button>
      {outcome === 'refused' && (
        <>
          <p>{t('save.copyByHand')}</p>
          <Input.TextArea
            readOnly
            autoSize
            value={text}
            aria-label={t('save.asText')}
            onFocus={({ target }) => target.select()}
          />
        </>
      )}
    </>
  )
}

type OfScore = { score: Score; of: number }

/** The total on 100 in words; a dash while a criterion has no mark, since a part of it looks like a result. */
export function useTotal({ score, of }: OfScore) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  const { total, marked, isDraft } = score
  const isWhole = marked === of
  const number = isWhole ? format.number(total, { maximumFractionDigits: 1 }) : '–'
  const state = isWhole
    ? t(isDraft ? 'score.isDraft' : 'score.isSubmitted')
    : t('score.marked', { marked, of })
  const words = isWhole ? t('score.total', { total: number }) : t('score.noTotal', { marked, of })
  return { isWhole, number, state, words }
}

function ScoreTotal(props: OfScore) {
  const { isWhole, number, state, words } = useTotal(props)
  return (
    <p className={styles.total} role="status" aria-label={words}>
      <span className={isWhole ? styles.number : styles.empty}>{number}</span>
      <span className={styles.of}>/ 100</span>
      <span className={styles.state}>{state}</span>
    </p>
  )
}

type SaveLineProps = { score: Score; criteria: Criteria }

/** Shows whether the score is saved, and where it is stored if not. */
export function SaveLine({ score, criteria }: SaveLineProps) {
  const { t } = useTranslation('jury')
  const { state, isDraft, refusal, draft } = score
  if (state === 'closed' || state === 'refused') {
    return (
      <div className={styles.kept} role="alert">
        <p>{translateMessage(refusal)}</p>
        <p>{t('save.kept')}</p>
        <CopyScore text={scoreText(criteria, draft)} />
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

const PRIVATE_MAXIMUM = 2000

/** What the juror says to the entrant, and to the jury alone. */
export function CommentFields({ score }: { score: Score }) {
  const { t } = useTranslation('jury')
  const { draft, problems, isLocked: disabled, isCommentDue: isDue, change: onChange } = score
  const isWrong = problems.includes('comment')
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

/** Why there is no score to give, or what keeps it from being submitted. */
export function ScoreNotices({ info, score }: Omit<ScorePanelProps, 'neighbours'>) {
  const { t } = useTranslation('jury')
  const { can_score, criteria, assignment_status } = info
  return (
    <>
      {!can_score && <p className={styles.closed}>{t('score.closed')}</p>}
      {assignment_status === ASSIGNMENT_STATUS.abstained && (
        <p className={styles.closed}>{t('abstain.isDone')}</p>
      )}
      {score.state === 'conflict' && (
        <MergeView
          criteria={criteria}
          conflicts={score.conflicts}
          onResolve={score.saver.resolve}
        />
      )}
    </>
  )
}

export function ScoreProblem({ score, of }: OfScore) {
  const { t } = useTranslation('jury')
  const { problems, marked } = score
  if (problems.length === 0) return null
  return (
    <p className={styles.problem} role="alert">
      {problems.includes('marks')
        ? t('score.missing', { count: of - marked })
        : t('score.mustExplain', { minimum: COMMENT_FOR_ENTRANT.minimum })}
    </p>
  )
}

export type ScorePanelProps = { info: JurorEntryInfo; score: Score; neighbours: Neighbours }

/** Marks by keys, also those that were typed ahead; `heard` is what a screen reader is told of them. */
export function useScoreKeys({ criteria }: Pick<JurorEntryInfo, 'criteria'>, score: Score) {
  const { t } = useTranslation('jury')
  const [heard, setHeard] = useState('')
  const { isLocked } = score
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
  useTypedAhead(score.isReady, {
    keys,
    start: marking.restart,
    enter: () => {
      if (marking.finish()) return true
      if (isLocked || !marking.isWhole()) return false
      void score.submit(true)
      return typeAhead.isOn()
    },
  })
  return { marking, heard }
}

/** The score of one entry beside its pictures: five marks, the total, two comments. */
export function ScorePanel({ info, score, neighbours }: ScorePanelProps) {
  const { t } = useTranslation('jury')
  const { criteria, can_score } = info
  const { draft, problems, isLocked } = score
  const { marking, heard } = useScoreKeys(info, score)
  return (
    <section className={styles.panel} aria-labelledby="score-title">
      <header className={styles.head}>
        <h2 id="score-title" className={styles.heading}>
          {t('score.title')}
        </h2>
        <ScoreTotal score={score} of={criteria.length} />
        <ShortcutHelp />
      </header>
      <VisuallyHidden>
        <span role="status">{heard}</span>
      </VisuallyHidden>
      <ScoreNotices info={info} score={score} />
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
      <CommentFields score={score} />
      <ScoreProblem score={score} of={criteria.length} />
      <SaveLine score={score} criteria={criteria} />
      {can_score && (
        <>
          <div className={styles.submit}>
            <SubmitButton score={score} neighbours={neighbours} />
            <Button disabled={isLocked} onClick={() => void score.submit(false)}>
              {score.isDraft ? t('score.submit') : t('score.submitAgain')}
            </Button>
          </div>
          <OtherWays info={info} score={score} neighbours={neighbours} />
        </>
      )}
    </section>
  )
}
