import { ReasonField } from '../common/reason-dialog.tsx'
import { useApiMutation } from '@awards/shared/client'
import {
  judgeAdded,
  type Output,
  type PhaseConsequence,
  type PhaseInfo,
} from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { FormDialog } from '@awards/shared/forms/form-dialog'
import { App, Checkbox, Form, Radio } from 'antd'
import { useState } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import dialogStyles from '../common/common.module.css'
import { lastMoment } from '../common/format.ts'
import { useProblem } from '../common/error-note.tsx'
import { Checklist, type ChecklistLine } from './checklist.tsx'
import styles from './chair-dialogs.module.css'

type PhaseDialogProps = {
  isOpen: boolean
  phases: readonly PhaseInfo[]
  current: PhaseInfo
  onClose: () => void
}
type Values = { phase_id: string; reason: string }
type Preview = Output<typeof judgeAdded.changePhase>

/** Moves the edition to another phase: the chair confirms the consequences and gives a reason for the audit log. */
export function PhaseDialog({ isOpen, phases, current, onClose }: PhaseDialogProps) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [change, { isLoading, error, reset }] = useApiMutation(judgeAdded.changePhase)
  const [preview, previewing] = useApiMutation(judgeAdded.changePhase)
  const [found, setFound] = useState<Preview>()
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
  const lookAgain = async (phase_id: string, before: Preview) => {
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
  const send = async (values: Values) => {
    if (!found || isUnread) return
    const result = await change({ ...values, confirmed: found.fingerprint })
    if ('error' in result) return lookAgain(values.phase_id, found)
    void message.success(t('phase.changed'))
    leave()
  }
  return (
    <FormDialog<Values>
      isOpen={isOpen}
      title={t('phase.change')}
      text={t('phase.text')}
      confirm={t('phase.confirm')}
      form={form}
      initialValues={{ phase_id: current.id }}
      isSending={isLoading}
      okButtonProps={{ disabled: !found || isUnread, title: isUnread ? t('phase.readFirst') : '' }}
      classNames={{ body: dialogStyles.body ?? '' }}
      onValuesChange={({ phase_id }: Partial<Values>) => phase_id && void look(phase_id)}
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
