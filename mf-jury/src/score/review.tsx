import { useApiMutation, useApiQuery } from '@awards/shared/client'
import { type JurorEntryInfo, publication, subJudge, subjudges } from '@awards/shared/contract'
import { useCurrentUser } from '@awards/shared/session'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FigureDisclosure } from '@awards/shared/entries/figure-derivation'
import { EntryHead, JuryEntryDetail } from '../common/entry-detail.tsx'
import { useShortcuts } from '@awards/shared/browser/use-shortcuts'
import { CompareToggle } from '../compare/compare-list.tsx'
import { NowDiscussing } from '../deliberation/now-discussing.tsx'
import { DeliberationPanel, DiscussionLater } from '../deliberation/deliberation-panel.tsx'
import { CalibrationNote } from './after-submission.tsx'
import { paths } from '@awards/shared/paths'
import { Link } from 'react-router-dom'
import { DecisionTag, Picture } from '../common/entry-marks.tsx'
import styles from './review.module.css'
import { useQueue } from './use-queue.ts'
import type { Neighbours } from './use-neighbours.ts'
import { EntrySteps, type Split } from '../split/entry-frame.tsx'
import { Figures } from '../common/figures.tsx'
import {
  DECISION_STATUS,
  GRAND_PRIX,
  isBelowThreshold,
  mayChooseAward,
  PLATINUM,
} from '@awards/shared/domain'
import { App, Button, Input, Radio, Select } from 'antd'
import { useFigure } from '../common/format.ts'
import { useProblem } from '../common/error-note.tsx'
import { NARROW, useMedia } from '@awards/shared/ui'
import { useScore } from './use-score.ts'
import { ScorePanel } from './score-panel.tsx'
import { ScoreSheet } from './score-sheet.tsx'

type ConfirmationProps = { info: JurorEntryInfo; onDecided: () => void }

const D = DECISION_STATUS
const CONFIRMABLE: readonly number[] = [D.provisional, D.declined]
const DECLINABLE: readonly number[] = [D.provisional, D.confirmed]

/** The Grand Prix beside the Platinum that it is chosen from; no level where the entry has neither. */
function useGrandPrixChoice({ award }: JurorEntryInfo) {
  const isOpen = mayChooseAward(GRAND_PRIX, award?.code, 3)
  const { data = [] } = useApiQuery(
    publication.getAward,
    {},
    { skip: !isOpen, skipErrorHandler: false },
  )
  return isOpen ? data.filter(({ code }) => code === GRAND_PRIX || code === PLATINUM) : []
}

/** The second level confirms or declines what the chair has awarded, and may make a Platinum the Grand Prix. */
export function Confirmation({ info, onDecided }: ConfirmationProps) {
  const { t } = useTranslation('jury')
  const { message, modal } = App.useApp()
  const [decide, { isLoading, error }] = useApiMutation(subjudges.awarded)
  const [reason, setReason] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  const levels = useGrandPrixChoice(info)
  const label = useId()
  const problem = useProblem(error)
  const figure = useFigure()
  if (!info.can_award || !info.award) return <p className={styles.note}>{t('own.closed')}</p>

  const proposed = info.award
  const mayConfirm = CONFIRMABLE.includes(info.decision_status)
  // Without a choice, and for a level that is open no more, the award stays as it is proposed.
  const other = levels.find(({ id }) => id === chosenId && id !== proposed.id)
  const send = async (decision: 'confirm' | 'decline') => {
    const text = reason.trim()
    const result = await decide({
      apply_order_id: info.apply_order_id,
      decision,
      version: info.decision_version,
      ...(decision === 'confirm' && other && { award_id: other.id }),
      ...(text && { reason: text }),
    })
    if (!('error' in result))
      void message.success(t(decision === 'confirm' ? 'own.confirmed' : 'own.declined'))
    onDecided()
  }
  const confirm = () => {
    const { code, name: level } = other ?? proposed
    if (code !== GRAND_PRIX) return void send('confirm')
    void modal.confirm({
      title: t('own.grandPrixTitle', { level, title: info.answers.title || t('untitled') }),
      content: t('own.grandPrixText'),
      okText: t('own.grandPrixGive', { level }),
      cancelText: t('cancel'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => send('confirm'),
    })
  }
  const final_score = info.standing?.final_score ?? null
  const { min_score = null } = other ?? info.standing ?? {}
  const isBelow = isBelowThreshold(final_score, { min_score })
  return (
    <div className={styles.form}>
      {mayConfirm && levels.length > 0 && (
        <div>
          <p id={label} className={styles.label}>
            {t('own.level')}
          </p>
          <Radio.Group
            className={styles.levels ?? ''}
            aria-labelledby={label}
            value={(other ?? proposed).id}
            onChange={(event) => setChosenId(String(event.target.value))}
          >
            {levels.map(({ id, code, name, description }) => (
              <Radio key={id} value={id}>
                {name}
                <small>
                  {code === GRAND_PRIX ? description : id === proposed.id && t('own.asProposed')}
                </small>
              </Radio>
            ))}
          </Radio.Group>
        </div>
      )}
      {min_score !== null && (
        <p className={isBelow ? styles.error : styles.note}>
          {t(isBelow ? 'own.below' : 'own.standing', {
            score: figure(final_score),
            least: figure(min_score, 0),
            level: (other ?? proposed).name,
          })}
        </p>
      )}
      <Input.TextArea
        aria-label={t(isBelow ? 'own.reasonBelow' : 'own.reason')}
        placeholder={t(isBelow ? 'own.reasonBelow' : 'own.reason')}
        value={reason}
        maxLength={500}
        rows={2}
        onChange={(event) => setReason(event.target.value)}
      />
      {problem && (
        <p className={styles.error} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        {mayConfirm && (
          <Button type="primary" loading={isLoading} onClick={confirm}>
            {t('own.confirm')}
          </Button>
        )}
        {DECLINABLE.includes(info.decision_status) && (
          <Button loading={isLoading} onClick={() => void send('decline')}>
            {t('own.decline')}
          </Button>
        )}
      </div>
    </div>
  )
}

type NextEntryProps = { neighbours: Neighbours; home: string }

/** The next entry that still waits for a score; after the last one, the drafts, which count once they are submitted. */
function NextEntry({ neighbours: { nextUnscored, drafts, isDone }, home }: NextEntryProps) {
  const { t } = useTranslation('jury')
  if (isDone) return <p className={styles.none}>{t('next.none')}</p>
  if (!nextUnscored) {
    return drafts > 0 ? (
      <p className={styles.none}>
        <Link to={`${home}?state=draft`}>{t('next.drafts', { count: drafts })}</Link>
      </p>
    ) : null
  }
  return (
    <Link className={styles.next} to={paths.subJuryReviewDetails(nextUnscored.apply_order_id)}>
      <span className={styles.picture}>
        <Picture picture={nextUnscored.cover} code={nextUnscored.category.code} sizes="7rem" />
      </span>
      <span className={styles.words}>
        <small>{t('next.label')}</small>
        <b>{nextUnscored.title || t('untitled')}</b>
        <small>{nextUnscored.category.name}</small>
      </span>
      <span aria-hidden="true" className={styles.arrow}>
        →
      </span>
    </Link>
  )
}

type RecommendationProps = { info: JurorEntryInfo; onDecided: () => void }

/** A sub-juror recommends a level; the chair decides. */
function Recommendation({ info, onDecided }: RecommendationProps) {
  const { t } = useTranslation('jury')
  const { message } = App.useApp()
  const { data: awards = [] } = useApiQuery(publication.getAward, {}, { skipErrorHandler: false })
  const [recommend, { isLoading }] = useApiMutation(subJudge.award)
  const [awardId, setAwardId] = useState(info.award?.id)
  const isOpen = info.can_award && info.decision_status <= DECISION_STATUS.recommended
  if (!isOpen) return <p className={styles.note}>{t('own.closed')}</p>

  const send = async (award_id: string) => {
    const result = await recommend({ apply_order_id: info.apply_order_id, award_id })
    if ('error' in result) return
    void message.success(t('own.recommended'))
    onDecided()
  }
  return (
    <div className={styles.form}>
      <Select
        aria-label={t('own.level')}
        placeholder={t('own.level')}
        value={awardId ?? null}
        onChange={(value: string) => setAwardId(value)}
        options={awards
          .filter(({ code }) => mayChooseAward(code, null, 2))
          .map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Button loading={isLoading} disabled={!awardId} onClick={() => awardId && void send(awardId)}>
        {t('own.recommend')}
      </Button>
    </div>
  )
}

type OwnDecisionProps = { info: JurorEntryInfo; level: 2 | 3; onDecided: () => void }

/** What the others say, now that the own score is in; and the word the juror has in the decision. */
function OwnDecision({ info, level, onDecided }: OwnDecisionProps) {
  const { t } = useTranslation('jury')
  const { data } = useQueue(level, { keyword: info.judging_no, edition_id: info.edition.id })
  const row = data?.list.find(({ apply_order_id }) => apply_order_id === info.apply_order_id)
  return (
    <section className={styles.decision} aria-labelledby="decision-title">
      <h2 id="decision-title" className={styles.heading}>
        {t('own.title')}
      </h2>
      {row && <Figures title={t('figures.first')} figures={row.first_level} />}
      {row && level === 3 && <Figures title={t('figures.second')} figures={row.second_level} />}
      <div className={styles.award}>
        <DecisionTag award={info.award} status={info.decision_status} />
      </div>
      {level === 2 && <Recommendation info={info} onDecided={onDecided} />}
      {level === 3 && <Confirmation info={info} onDecided={onDecided} />}
    </section>
  )
}

type ReviewProps = {
  info: JurorEntryInfo
  home: string
  neighbours: Neighbours
  split: Split
  reload: () => PromiseLike<unknown>
}

/** Pictures first; the score beside them on a large screen, in a sheet over them on a small one. */
export function Review({ info, home, neighbours, split, reload }: ReviewProps) {
  const { t } = useTranslation('jury')
  const user = useCurrentUser()
  const isNarrow = useMedia(NARROW)
  const level = user?.identity === 3 ? 3 : 2
  const score = useScore(info, neighbours)
  const isScored = info.own_score !== null && !info.own_score.is_draft
  const { position } = neighbours
  const wayTo = (entry: string | undefined) =>
    entry === undefined ? undefined : () => neighbours.goTo(entry)
  const [next, previous] = [wayTo(neighbours.next), wayTo(neighbours.previous)]
  useShortcuts({ j: next, k: previous })
  return (
    <div className={styles.page}>
      <EntryHead
        info={info}
        back={home}
        actions={
          <>
            {isNarrow ? (
              position && <span className={styles.position}>{t('queue.position', position)}</span>
            ) : (
              <EntrySteps place={{ position, next, previous }} split={split} />
            )}
            <CompareToggle id={info.apply_order_id} />
          </>
        }
      />
      <NowDiscussing current={info.apply_order_id} />
      <CalibrationNote home={home} />
      <div className={styles.review}>
        <div className={styles.work}>
          <JuryEntryDetail info={info} />
        </div>
        <div className={styles.side}>
          {!isNarrow && <ScorePanel info={info} score={score} neighbours={neighbours} />}
          {isScored && <NextEntry neighbours={neighbours} home={home} />}
          {isScored && <OwnDecision info={info} level={level} onDecided={() => void reload()} />}
        </div>
      </div>
      {isScored && <DeliberationPanel id={info.apply_order_id} editionId={info.edition.id} />}
      {!isScored && info.can_score && <DiscussionLater />}
      {isScored && <FigureDisclosure id={info.apply_order_id} namespace="jury" />}
      {isNarrow && <ScoreSheet info={info} score={score} neighbours={neighbours} />}
    </div>
  )
}
