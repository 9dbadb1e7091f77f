import { useApiMutation } from '@awards/shared/client'
import {
  judgeAdded,
  type EntryMention,
  type Output,
  type PhaseConsequence,
  type PhaseInfo,
} from '@awards/shared/contract'
import { DefinitionList } from '@awards/shared/ui'
import { App, Checkbox, Form, Modal, Radio } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import dialogStyles from '../common/common.module.css'
import styles from './chair-dialogs.module.css'
import { paths } from '@awards/shared/paths'
import { Link } from 'react-router-dom'
import checklistStyles from './side-panel.module.css'
import { ReasonField } from '../common/reason-dialog.tsx'
import { useFormat } from '@awards/shared/i18n'
import { FormDialog } from '@awards/shared/forms/form-dialog'
import type { TFunction } from 'i18next'
import { lastMoment } from '../common/format.ts'
import { useProblem } from '../common/error-note.tsx'

/** Entries that a line names before it only counts. */
const NAMED = 5

type ChecklistLine = {
  kind: string
  count: number
  entries: readonly EntryMention[]
  /** Said instead of the words of the kind. */
  text?: string
}
type ChecklistProps = { title?: string; lines: readonly ChecklistLine[] }

/** Open work before a freeze or publication: the count of entries per line, and the first of them. */
export function Checklist({ title, lines }: ChecklistProps) {
  const { t } = useTranslation('jury')
  const heading = title ?? t('checklist.title')
  if (lines.length === 0) return <p className={checklistStyles.done}>{t('checklist.nothing')}</p>
  return (
    <section className={checklistStyles.checklist} aria-label={heading}>
      <h2 className={checklistStyles.title}>{heading}</h2>
      <ul role="list" className={checklistStyles.lines}>
        {lines.map(({ kind, count, entries, text }) => (
          <li key={kind}>
            <strong>{text ?? t(`checklist.${kind}`, { count })}</strong>{' '}
            <span className={checklistStyles.names}>
              {entries.slice(0, NAMED).map((entry, index) => (
                <span key={entry.apply_order_id}>
                  {index > 0 && ', '}
                  <Link to={paths.juryReviewDetails(entry.apply_order_id)}>
                    {entry.title || entry.judging_no}
                  </Link>
                </span>
              ))}
              {entries.length > 0 && count > NAMED && ' …'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type PublishDialogProps = {
  isOpen: boolean
  edition: { id: string; name: string }
  onClose: () => void
  onPublished?: () => void
}

/** Publishes the results, after showing what would change. */
export function PublishDialog({ isOpen, edition, onClose, onPublished }: PublishDialogProps) {
  const { t } = useTranslation('jury')
  const { message } = App.useApp()
  const [publish, { isLoading }] = useApiMutation(judgeAdded.publish)
  const [plan, setPlan] = useState<Output<typeof judgeAdded.publish>>()
  const [isWithoutAward, setIsWithoutAward] = useState(false)
  const edition_id = edition.id

  useEffect(() => {
    if (!isOpen) return
    setPlan(undefined)
    setIsWithoutAward(false)
    void publish({ edition_id, dry_run: true }).then(({ data }) => setPlan(data))
  }, [isOpen, edition_id, publish])

  const send = async () => {
    if (!plan) return
    // Only what was looked at here is published.
    const result = await publish({
      edition_id,
      dry_run: false,
      without_award: isWithoutAward,
      plan: plan.plan,
    })
    if ('error' in result || !result.data) return
    void message.success(t('publish.done', { count: result.data.awarded }))
    onPublished?.()
    onClose()
  }
  const hidden = plan?.skipped.filter(({ reason }) => reason === 'NO_LICENCE').length ?? 0
  return (
    <Modal
      open={isOpen}
      title={t('publish.title', { edition: edition.name })}
      okText={t('publish.confirm')}
      cancelText={t('cancel')}
      confirmLoading={isLoading}
      okButtonProps={{ disabled: !plan }}
      classNames={{ body: dialogStyles.body ?? '' }}
      onOk={() => void send()}
      onCancel={onClose}
      destroyOnHidden
    >
      <p className={dialogStyles.text}>{t('publish.text')}</p>
      {plan && (
        <DefinitionList
          items={[
            { term: t('publish.awarded'), detail: String(plan.awarded) },
            { term: t('publish.shown'), detail: String(plan.shown) },
            { term: t('publish.certificates'), detail: String(plan.certificates) },
            {
              term: t('publish.notAwarded'),
              detail: String(plan.not_awarded + (isWithoutAward ? plan.without_decision : 0)),
            },
          ]}
        />
      )}
      {hidden > 0 && (
        <p className={styles.skipped}>{t('publish.skipped.NO_LICENCE', { count: hidden })}</p>
      )}
      {plan && <Checklist lines={plan.checklist} />}
      {plan && plan.without_decision > 0 && (
        <Checkbox
          className={styles.without ?? ''}
          checked={isWithoutAward}
          onChange={(event) => setIsWithoutAward(event.target.checked)}
        >
          {t('publish.withoutAward', { count: plan.without_decision })}
        </Checkbox>
      )}
    </Modal>
  )
}

type PhaseDialogProps = {
  isOpen: boolean
  phases: readonly PhaseInfo[]
  current: PhaseInfo
  onClose: () => void
}
type PhaseChange = { phase_id: string; reason: string }
type PhasePreview = Output<typeof judgeAdded.changePhase>

/** Moves the edition to another phase: the chair confirms the consequences and gives a reason for the audit log. */
export function PhaseDialog({ isOpen, phases, current, onClose }: PhaseDialogProps) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  const { message } = App.useApp()
  const [form] = Form.useForm<PhaseChange>()
  const [change, { isLoading, error, reset }] = useApiMutation(judgeAdded.changePhase)
  const [preview, previewing] = useApiMutation(judgeAdded.changePhase)
  const [found, setFound] = useState<PhasePreview>()
  const [isRead, setIsRead] = useState(false)
  const problem = useProblem(error ?? previewing.error)
  const consequences = found?.consequences ?? []
  const isUnread = consequences.length > 0 && !isRead

  const look = async (phase_id: string) => {
    reset()
    setFound(undefined)
    setIsRead(false)
    if (phase_id === current.id) return
    const { data } = await preview({ phase_id, dry_run: true })
    // An answer about a phase that is no longer chosen says nothing of the present choice.
    if (form.getFieldValue('phase_id') === phase_id) setFound(data)
  }
  /** A refused change may have other consequences by now than those that were read; the same ones stay read. */
  const lookAgain = async (phase_id: string, before: PhasePreview) => {
    const { data } = await preview({ phase_id, dry_run: true })
    if (!data || form.getFieldValue('phase_id') !== phase_id) return
    setFound(data)
    if (data.fingerprint !== before.fingerprint) setIsRead(false)
  }
  const leave = () => {
    reset()
    setFound(undefined)
    setIsRead(false)
    onClose()
  }
  const send = async (values: PhaseChange) => {
    if (!found || isUnread) return
    const result = await change({ ...values, confirmed: found.fingerprint })
    if ('error' in result) return lookAgain(values.phase_id, found)
    void message.success(t('phase.changed'))
    leave()
  }
  return (
    <FormDialog<PhaseChange>
      isOpen={isOpen}
      title={t('phase.change')}
      text={t('phase.text')}
      confirm={t('phase.confirm')}
      form={form}
      initialValues={{ phase_id: current.id }}
      isSending={isLoading}
      okButtonProps={{ disabled: !found || isUnread, title: isUnread ? t('phase.readFirst') : '' }}
      classNames={{ body: dialogStyles.body ?? '' }}
      onValuesChange={({ phase_id }: Partial<PhaseChange>) => phase_id && void look(phase_id)}
      onClose={leave}
      onSend={(values) => void send(values)}
    >
      <Form.Item name="phase_id" label={t('phase.label')}>
        <Radio.Group className={styles.phases ?? ''}>
          {phases.map((phase) => (
            <Radio key={phase.id} value={phase.id} classNames={{ label: styles.phase ?? '' }}>
              {t(`phase.${phase.code}`)}
              <small className={styles.dates}>
                {format.date(phase.starts_at, 'short')} –{' '}
                {format.date(lastMoment(phase.ends_at), 'short')}
              </small>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      {found && found.not_admitted > 0 && (
        <p role="status">{t('consequence.NOT_ADMITTED', { count: found.not_admitted })}</p>
      )}
      {consequences.length > 0 && (
        <>
          <Checklist title={t('consequence.title')} lines={consequences.map(toLine(t))} />
          <Checkbox
            className={styles.read ?? ''}
            checked={isRead}
            onChange={(event) => setIsRead(event.target.checked)}
          >
            {t('consequence.read')}
          </Checkbox>
        </>
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <ReasonField rows={2} />
    </FormDialog>
  )
}

const OF_PHASES: readonly string[] = ['SKIPPED', 'BACK', 'THAWED', 'SCORES_MISSING', 'DRAFTS_LEFT']

/** A consequence as a line: the open work of a freeze is said as before publication. */
const toLine =
  (t: TFunction<'jury'>) =>
  ({ kind, count, phases, entries }: PhaseConsequence): ChecklistLine => ({
    kind,
    count,
    entries,
    text: t(`${OF_PHASES.includes(kind) ? 'consequence' : 'checklist'}.${kind}`, {
      count,
      phases: phases.map((code) => t(`phase.${code}`)).join(', '),
    }),
  })
