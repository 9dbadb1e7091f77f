import { useApiQuery } from '@awards/shared/client'
import { type Category, entries, type OwnerEntryInfo } from '@awards/shared/contract'
import {
  EntryAnswers,
  ENTRY_STEPS,
  REALISATION,
  stepOfField,
  isHandedIn,
  entryProblems,
} from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { LinkButton, PageHeader, SectionHeading, VisuallyHidden, zodRule } from '@awards/shared/ui'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams, Link } from 'react-router-dom'
import { SaveState } from '../common/save-state.tsx'
import { ConflictNotice, showConflict } from './draft/conflict-notice.tsx'
import { DraftContext, useDraft, useStepForm } from './draft/draft-context.ts'
import { CallDeadline, Deadline } from '../common/deadline.tsx'
import { Notices } from './notices.tsx'
import { StepCategories } from './step-categories.tsx'
import { StepCredits } from './step-credits.tsx'
import { StepFee } from './step-fee.tsx'
import { Alert, Button, Form, Radio } from 'antd'
import { StepImages } from './step-images.tsx'
import { HiddenAnswers, OwnEntryDetail } from '../preview/entry-detail.tsx'
import { translateMessage } from '@awards/shared/i18n'
import styles from './entry-form.module.css'
import { SubmitBar } from './submit-bar.tsx'
import { EntryUploads, useEntryUploads } from '../uploads/entry-uploads.tsx'
import { EntryFields, QuestionFields } from './entry-field.tsx'
import formStyles from './steps.module.css'
import { useEntryDraft } from './draft/use-entry-draft.ts'

/** What keeps the entry from being submitted, by the rules the server applies too. */
function useProblems(): Record<string, string[]> {
  const { info, draft } = useDraft()
  return useMemo(() => {
    const images = draft.files.filter(({ kind }) => kind !== 'pdf')
    return entryProblems(draft.answers, images, info.category.min_images, info.questions)
  }, [draft.answers, draft.files, info.category.min_images, info.questions])
}

/** Until when this entry can be submitted: the close of the call, its grace, or that of a correction. */
function EntryDeadline() {
  const { t } = useTranslation('entrant')
  const { info } = useDraft()
  const { data } = useApiQuery(entries.registrationTime)
  const { correction, can_submit, submit_until } = info
  if (!data) return null
  if (correction) {
    return correction.due_at ? (
      <Deadline
        label={t('deadline.correction')}
        until={correction.due_at}
        serverNow={data.server_now}
      />
    ) : null
  }
  if (can_submit && !info.is_editable && submit_until) {
    return <Deadline label={t('deadline.grace')} until={submit_until} serverNow={data.server_now} />
  }
  return info.is_editable ? <CallDeadline /> : null
}

/** Back and on. The last two steps have a button of their own for what comes next. */
function StepFooter() {
  const { t } = useTranslation('entrant')
  const { step, goTo } = useDraft()
  return (
    <div className={styles.footer}>
      {step > 1 ? (
        <Button onClick={() => goTo(step - 1)}>{t('footer.back')}</Button>
      ) : (
        <LinkButton to={paths.account()}>{t('footer.account')}</LinkButton>
      )}
      <DraftState />
      {step < 5 && (
        <Button type="primary" onClick={() => goTo(step + 1)}>
          {t('footer.next', { name: t(`steps.${step + 1}.name`) })}
        </Button>
      )}
    </div>
  )
}

/** Names a field of the form, `designers.0` too. */
function useFieldLabel() {
  const { t, i18n } = useTranslation('entrant')
  const { questions = [] } = useDraft().info
  return (field: string): string => {
    const [root = field, index] = field.split('.')
    const question = root === 'questions' && questions.find(({ code }) => code === index)
    if (question) return question.label
    const key = `field.${root}`
    const label = i18n.exists(key, { ns: 'entrant' }) ? t(key) : t(`problem.${root}`)
    return index === undefined ? label : `${label} ${Number(index) + 1}`
  }
}

/** Whether the draft is saved; what only this device has is a link to its field, which may be in another step. */
function DraftState() {
  const { info, draft } = useDraft()
  const labelOf = useFieldLabel()
  if (!info.is_editable) return null
  const wrong = draft.held.map((field) => ({
    to: paths.steps({ id: info.apply_order_id, step: stepOfField(field), field }),
    label: labelOf(field),
  }))
  return <SaveState draft={draft} onConflict={showConflict} wrong={wrong} />
}

type ProblemListProps = { id: string; problems: Record<string, string[]> }

/** What is still missing, each with the way to its field. */
function ProblemList({ id, problems }: ProblemListProps) {
  const { t } = useTranslation('entrant')
  const labelOf = useFieldLabel()
  const entries = Object.entries(problems)
  return (
    <section className={styles.problems} aria-labelledby="problems">
      <h2 id="problems" className={styles.problemTitle}>
        {t('review.missing', { count: entries.length })}
      </h2>
      <ul className={styles.problemList} role="list">
        {entries.map(([field, messages]) => (
          <li key={field}>
            <Link to={paths.steps({ id, step: stepOfField(field), field })}>{labelOf(field)}</Link>
            <span>{messages.map(translateMessage).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Step 2: what the work is. */
function StepWork() {
  const { t } = useTranslation('entrant')
  return (
    <Form {...useStepForm()}>
      <EntryFields step={2} place="body" />

      <SectionHeading size="small">{t('work.making')}</SectionHeading>
      <Form.Item
        name="realisation"
        label={t('field.realisation')}
        rules={[zodRule(EntryAnswers.shape.realisation)]}
      >
        <Radio.Group
          className={formStyles.choices ?? ''}
          options={Object.entries(REALISATION).map(([name, value]) => ({
            value,
            label: t(`realisation.${name}`),
          }))}
        />
      </Form.Item>
      <EntryFields step={2} place="facts" />
      <QuestionFields />
    </Form>
  )
}

/** Step 5: everything once more, what is missing, and the button that hands the entry in. */
function StepReview() {
  const { t } = useTranslation('entrant')
  const { info, draft } = useDraft()
  const problems = useProblems()
  const { underway } = useEntryUploads()
  const { questions = [], answer_files = [] } = info
  const isComplete = Object.keys(problems).length === 0
  // What is submitted counts as it is saved; there is nothing to submit again.
  const needsSubmit = info.can_submit && !isHandedIn(info.entry_status)
  const count = info.siblings.length || 1
  return (
    <>
      {!isComplete && <ProblemList id={info.apply_order_id} problems={problems} />}
      {isComplete && needsSubmit && underway === 0 && (
        <Alert
          className={styles.reviewNote ?? ''}
          type="success"
          title={t('review.complete', { count })}
        />
      )}
      {needsSubmit && <SubmitBar isComplete={isComplete} />}
      <h2 className={styles.reviewTitle}>{draft.answers.title || t('untitled')}</h2>
      <OwnEntryDetail
        answers={draft.answers}
        files={draft.files}
        section={info.section.name}
        questions={questions}
        answerFiles={answer_files}
      />
      <div className={styles.hidden}>
        <HiddenAnswers
          answers={draft.answers}
          files={draft.files}
          questions={questions}
          answerFiles={answer_files}
        />
      </div>
    </>
  )
}

/** The six steps with what has been done; every step can be opened at any time. */
function StepRail() {
  const { t } = useTranslation('entrant')
  const { info, draft, step, saver } = useDraft()
  const incomplete = new Set(Object.keys(useProblems()).map(stepOfField))
  const stateOf = (number: number) => {
    if (number > 4) return info.submitted_at && number === 5 ? 'done' : 'ahead'
    if (!incomplete.has(number)) return 'done'
    return number <= Math.max(draft.step, step) ? 'open' : 'ahead'
  }
  return (
    <nav aria-label={t('rail.label')}>
      <p className={styles.where}>{t('rail.where', { step, count: ENTRY_STEPS.length })}</p>
      <ol className={styles.railList} role="list">
        {ENTRY_STEPS.map(({ step: number }) => {
          const state = stateOf(number)
          return (
            <li key={number}>
              <Link
                to={paths.steps({ id: info.apply_order_id, step: number })}
                onClick={() => void saver.flush()}
                className={`${styles.step} ${styles[state]}`}
                aria-current={number === step ? 'step' : undefined}
              >
                <span className={styles.number} aria-hidden="true">
                  {state === 'done' && number !== step ? '✓' : number}
                </span>
                <span className={styles.name}>{t(`steps.${number}.name`)}</span>
                {state !== 'ahead' && <VisuallyHidden>{t(`rail.${state}`)}</VisuallyHidden>}
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

const SCREENS = [StepCategories, StepWork, StepImages, StepCredits, StepReview, StepFee]

type EntryFormProps = { info: OwnerEntryInfo; groups: Category[] }

/** The six steps of an entry. The step is in the address; what is written saves itself. */
export function EntryForm({ info, groups }: EntryFormProps) {
  const { t } = useTranslation('entrant')
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const { saver, draft, restoredAt } = useEntryDraft(info)
  const [refusals, setRefusals] = useState<Record<string, string[]>>({})
  const categories = useMemo(() => groups.flatMap(({ children }) => children), [groups])
  const wanted = Number(search.get('step') ?? Math.min(info.step_completed + 1, 5))
  const step = ENTRY_STEPS.find((one) => one.step === wanted)?.step ?? 1
  const Screen = SCREENS[step - 1] ?? StepCategories

  // Keeps the step in the address, so that a new sign-in returns to it.
  const isNamed = search.has('step')
  useEffect(() => {
    if (isNamed) return
    setSearch({ id: info.apply_order_id, step: String(step) }, { replace: true })
  }, [isNamed, info.apply_order_id, step, setSearch])

  const goTo = (next: number) => {
    if (next > step && step > draft.step && info.is_editable) saver.change({ step })
    void saver.flush()
    navigate(paths.steps({ id: info.apply_order_id, step: next }))
  }
  const value = { info, categories, saver, draft, step, goTo, refusals, setRefusals }

  return (
    <DraftContext value={value}>
      <PageHeader
        key={step}
        eyebrow={`${info.entry_no} · ${info.category.name}`}
        title={t(`steps.${step}.title`)}
        lead={t(`steps.${step}.lead`)}
        actions={
          <LinkButton to={paths.preview(info.apply_order_id)}>{t('action.preview')}</LinkButton>
        }
      />
      <div className={styles.layout}>
        <aside className={styles.rail}>
          <p className={styles.work}>{draft.answers.title || t('untitled')}</p>
          <StepRail />
          <DraftState />
          <EntryDeadline />
        </aside>
        <div className={styles.body}>
          <Notices restoredAt={restoredAt} />
          {draft.conflicts.length > 0 && (
            <ConflictNotice
              conflicts={draft.conflicts}
              resolve={saver.resolve}
              info={info}
              labelOf={(field) => t(`field.${field === 'files' ? 'images' : field}`)}
            />
          )}
          <EntryUploads>
            <Screen key={step} />
          </EntryUploads>
          <StepFooter />
        </div>
      </div>
    </DraftContext>
  )
}
