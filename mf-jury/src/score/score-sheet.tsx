import { ANCHORS, SCORE_MAXIMUM, SCORE_STEP } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { VisuallyHidden } from '@awards/shared/ui'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Criteria } from './saving/score-draft.ts'
import { OtherWays, SubmitButton } from './score-actions.tsx'
import {
  CommentFields,
  SaveLine,
  ScoreNotices,
  ScoreProblem,
  ShortcutHelp,
  useScoreKeys,
  useTotal,
  type ScorePanelProps,
} from './score-panel.tsx'
import styles from './score-sheet.module.css'
import { COMMENT_ID } from './use-score.ts'
import { markId } from './use-marking.ts'

const MARKS = Array.from({ length: SCORE_MAXIMUM + 1 }, (_, mark) => mark)

type PadProps = {
  criterion: Criteria[number]
  value: number | undefined
  disabled: boolean
  onMark: (value: number) => void
}

/** Every whole mark as a key for a thumb: one tap marks a criterion and goes to the next. */
function MarkPad({ criterion, value, disabled, onMark }: PadProps) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  const id = useId()
  const anchor = ANCHORS.find(({ to }) => value !== undefined && value <= to)
  return (
    <>
      <p className={styles.criterion}>
        <b id={id}>{criterion.name}</b>
        <span>{anchor ? t(`score.anchor.${anchor.code}`) : t('score.unmarked')}</span>
      </p>
      <p className={styles.hint}>{criterion.description}</p>
      <div className={styles.pad} role="group" aria-labelledby={id}>
        {MARKS.map((mark) => (
          <button
            key={mark}
            type="button"
            disabled={disabled}
            aria-pressed={value !== undefined && Math.floor(value) === mark}
            onClick={() => onMark(mark)}
          >
            {format.number(mark)}
          </button>
        ))}
      </div>
    </>
  )
}

/**
 * The score on a telephone: a sheet over the lower half of the window, below the pictures. One criterion at a time, its
 * marks as keys, so that a thumb reaches everything and nothing scrolls inside.
 */
export function ScoreSheet({ info, score, neighbours }: ScorePanelProps) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  const id = useId()
  const { criteria, can_score } = info
  const { draft, problems, checks, isLocked, isDraft } = score
  const { marking, heard } = useScoreKeys(info, score)
  const [isOpen, setIsOpen] = useState(can_score && isDraft)
  const [isAtComments, setIsAtComments] = useState(false)
  const [followed, setFollowed] = useState(checks)
  const isCommentFirst = problems[0] === 'comment'
  // Each refused submission leads to the comment that is due, once: a mark may be what is wrong.
  if (checks !== followed) {
    setFollowed(checks)
    if (isCommentFirst) setIsAtComments(true)
  }
  useEffect(() => {
    // The field was hidden when the submission went to it.
    if (isCommentFirst) document.getElementById(COMMENT_ID)?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [checks])
  const { isWhole, number, state, words } = useTotal({ score, of: criteria.length })
  const active = criteria.find((one) => one.id === marking.active)
  const last = criteria.find((one) => one.id === marking.last)
  // After the last mark come the comments.
  const shown = isAtComments ? undefined : active
  const choose = (criterion: string) => {
    setIsAtComments(false)
    marking.onFocus(criterion)
  }
  const step = (value: number) => {
    const mark = active && draft.marks[active.id]
    // The same mark again adds half a point, and takes it away.
    if (active && mark !== undefined && Math.floor(mark) === value && value < SCORE_MAXIMUM) {
      return score.mark(active.id, mark === value ? value + SCORE_STEP : value)
    }
    marking.mark(value)
  }
  return (
    <section className={styles.sheet} aria-labelledby="score-title">
      <h2 id="score-title" className={styles.title}>
        <VisuallyHidden>{t('score.title')}</VisuallyHidden>
      </h2>
      <VisuallyHidden>
        <span role="status">{words}</span>
        <span role="status">{heard}</span>
      </VisuallyHidden>
      <button
        type="button"
        className={styles.handle}
        aria-expanded={isOpen}
        aria-controls={`${id}-form`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <b className={isWhole ? styles.number : styles.empty}>{number}</b>
        <span>/ 100</span>
        <span className={styles.state}>{state}</span>
        <span className={styles.toggle}>{t(isOpen ? 'sheet.seePictures' : 'sheet.seeForm')}</span>
      </button>
      <div id={`${id}-form`} className={styles.form} hidden={!isOpen}>
        <ScoreNotices info={info} score={score} />
        <div className={styles.steps} role="group" aria-label={t('sheet.criteria')}>
          {criteria.map((criterion) => {
            const value = draft.marks[criterion.id]
            const isMissing = problems.includes('marks') && value === undefined
            return (
              <button
                key={criterion.id}
                id={markId(criterion.id)}
                type="button"
                className={isMissing ? styles.missing : undefined}
                aria-pressed={shown?.id === criterion.id}
                onFocus={() => choose(criterion.id)}
                onClick={() => choose(criterion.id)}
              >
                <b>{value === undefined ? '–' : format.number(value)}</b>
                <small>{criterion.name}</small>
              </button>
            )
          })}
          <button
            type="button"
            className={problems.includes('comment') ? styles.missing : undefined}
            aria-pressed={!shown}
            onClick={() => setIsAtComments(true)}
          >
            <b aria-hidden="true">✎</b>
            <small>{t('sheet.comments')}</small>
          </button>
        </div>
        {shown && (
          <MarkPad
            criterion={shown}
            value={draft.marks[shown.id]}
            disabled={isLocked}
            onMark={step}
          />
        )}
        {/* Stays mounted: its keys and dialogs are those of the whole form. */}
        <div hidden={shown !== undefined} className={styles.comments}>
          <CommentFields score={score} />
          {can_score && <OtherWays info={info} score={score} neighbours={neighbours} />}
          <ShortcutHelp />
        </div>
        <ScoreProblem score={score} of={criteria.length} />
        <SaveLine score={score} criteria={criteria} />
        {can_score && (
          <div className={styles.submit}>
            <button
              type="button"
              className={styles.half}
              disabled={isLocked || !last}
              onClick={marking.half}
            >
              <span>+½</span>
              <VisuallyHidden>{t('sheet.half', { name: last?.name ?? '' })}</VisuallyHidden>
            </button>
            <SubmitButton score={score} neighbours={neighbours} />
          </div>
        )}
      </div>
    </section>
  )
}
