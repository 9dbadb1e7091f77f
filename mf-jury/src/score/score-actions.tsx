import { type JurorEntryInfo, jurySeat, subjudges } from '@awards/shared/contract'
import { FormDialog } from '@awards/shared/forms/form-dialog'
import { Button, App, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '@awards/shared/browser/use-shortcuts'
import { useSiteDispatch } from '@awards/shared/session'
import { useProblem } from '../common/error-note.tsx'
import { scoreCalls } from './saving/score-delivery.ts'
import { failureOf, useApiMutation } from '@awards/shared/client'
import { translateMessage } from '@awards/shared/i18n'
import styles from './score-panel.module.css'
import { SUBMIT_ID } from './type-ahead.ts'
import type { Neighbours } from './use-neighbours.ts'
import type { Score } from './use-score.ts'

type AbstainDialogProps = {
  isOpen: boolean
  id: string
  version: number
  onDone: () => void
  onClose: () => void
}

const SHORTEST_REASON = 5

/** Gives no score to an entry, with the reason; the entry stays on the list. */
function AbstainDialog({ isOpen, id, version, onDone, onClose }: AbstainDialogProps) {
  const { t } = useTranslation('jury')
  const { message } = App.useApp()
  const dispatch = useSiteDispatch()
  const [form] = Form.useForm<{ reason: string }>()
  const [isSending, setIsSending] = useState(false)
  const [error, setError] = useState<unknown>()
  const problem = useProblem(error)

  const abstain = async ({ reason }: { reason: string }) => {
    setIsSending(true)
    const calls = scoreCalls(dispatch, id)
    const nothing = { items: [], comment_private: '', comment_entrant: '', is_draft: true }
    try {
      await calls.send({ ...nothing, version, abstain: { reason: reason.trim() } })
      void message.success(t('abstain.done'))
      void calls.reload()
      onClose()
      onDone()
    } catch (failure) {
      setError(failure)
    } finally {
      setIsSending(false)
    }
  }

  return (
    <FormDialog
      isOpen={isOpen}
      title={t('abstain.title')}
      text={t('abstain.text')}
      confirm={t('abstain.confirm')}
      form={form}
      isSending={isSending}
      after={problem && <p role="alert">{problem}</p>}
      onClose={onClose}
      onSend={(values) => void abstain(values)}
    >
      <Form.Item
        name="reason"
        label={t('abstain.reason')}
        rules={[
          { required: true, whitespace: true, min: SHORTEST_REASON, message: t('reason.needed') },
        ]}
      >
        <Input.TextArea maxLength={500} rows={3} />
      </Form.Item>
    </FormDialog>
  )
}

const KINDS = ['collaborator', 'employer', 'family', 'financial', 'competitor', 'other'] as const

type RecuseDialogProps = {
  isOpen: boolean
  id: string
  version: number
  onDone: () => void
  onClose: () => void
}
type RecusalValues = { type: string; note?: string }

/** Declares a conflict of interest: the entry leaves the list and goes to somebody else. */
function RecuseDialog({ isOpen, id, version, onDone, onClose }: RecuseDialogProps) {
  const { t } = useTranslation('jury')
  const { message } = App.useApp()
  const [form] = Form.useForm<RecusalValues>()
  const [score, { isLoading }] = useApiMutation(subjudges.score)

  const recuse = async ({ type, note = '' }: RecusalValues) => {
    try {
      await score({ apply_order_id: id, items: [], version, recuse: { type, note } }).unwrap()
      void message.success(t('recuse.done'))
      onClose()
      onDone()
    } catch (error) {
      const { msg } = failureOf(error)
      void message.error(translateMessage(typeof msg === 'string' ? msg : t('recuse.failed')))
    }
  }

  return (
    <FormDialog
      isOpen={isOpen}
      title={t('recuse.title')}
      text={t('recuse.text')}
      confirm={t('recuse.confirm')}
      form={form}
      isSending={isLoading}
      onClose={onClose}
      onSend={(values) => void recuse(values)}
    >
      <Form.Item
        name="type"
        label={t('recuse.kind')}
        rules={[{ required: true, message: t('recuse.kindNeeded') }]}
      >
        <Select
          options={KINDS.map((value) => ({ value, label: t(`conflict.${value}`) }))}
          placeholder={t('recuse.kindPlaceholder')}
        />
      </Form.Item>
      <Form.Item name="note" label={t('recuse.note')} help={t('recuse.noteHint')}>
        <Input.TextArea maxLength={500} rows={2} />
      </Form.Item>
    </FormDialog>
  )
}

type ReportDialogProps = { isOpen: boolean; info: JurorEntryInfo; onClose: () => void }
type ReportValues = { place: string; note: string }

const TEXT = 'text'
const SHORTEST_NOTE = 3

/** Tells the organiser that the sheet shows whose work it is. */
function ReportDialog({ isOpen, info, onClose }: ReportDialogProps) {
  const { t } = useTranslation('jury')
  const { message } = App.useApp()
  const [form] = Form.useForm<ReportValues>()
  const [report, { isLoading, error }] = useApiMutation(jurySeat.reportIdentity)
  const problem = useProblem(error)
  const { apply_order_id, files } = info
  const places = [
    { value: TEXT, label: t('report.inText') },
    ...files.map(({ file_id }, index) => ({
      value: file_id,
      label: t('report.inPicture', { number: index + 1 }),
    })),
  ]
  const send = async ({ place, note }: ReportValues) => {
    const picture = place === TEXT ? {} : { file_id: place }
    const result = await report({ apply_order_id, note: note.trim(), ...picture })
    if ('error' in result) return
    void message.success(t('report.done'))
    onClose()
  }
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('report.title')}
      text={t('report.text')}
      confirm={t('report.confirm')}
      form={form}
      initialValues={{ place: TEXT }}
      isSending={isLoading}
      after={problem && <p role="alert">{problem}</p>}
      onClose={onClose}
      onSend={(values) => void send(values)}
    >
      <Form.Item name="place" label={t('report.place')}>
        <Select options={places} />
      </Form.Item>
      <Form.Item
        name="note"
        label={t('report.note')}
        rules={[
          {
            required: true,
            whitespace: true,
            min: SHORTEST_NOTE,
            message: t('report.noteNeeded'),
          },
        ]}
      >
        <Input.TextArea maxLength={500} rows={3} />
      </Form.Item>
    </FormDialog>
  )
}

/** Hands the score in, and opens the next entry. */
export function SubmitButton({ score, neighbours }: Omit<OtherWaysProps, 'info'>) {
  const { t } = useTranslation('jury')
  const { state, isComplete, submit, isLocked } = score
  return (
    <Button
      id={SUBMIT_ID}
      type="primary"
      size="large"
      aria-keyshortcuts="Enter Control+Enter"
      // Not antd's `loading`, which ignores presses: a submission waits for the draft that is on its way.
      aria-busy={state === 'saving' && isComplete}
      disabled={isLocked}
      onClick={() => void submit(true)}
    >
      {t(neighbours.nextUnscored ? 'score.submitNext' : 'score.submitLast')}
    </Button>
  )
}

type OtherWaysProps = { info: JurorEntryInfo; score: Score; neighbours: Neighbours }
type Dialog = 'abstain' | 'recuse' | 'report'

/** The ways to give no score, and the report of a name that can be seen. */
export function OtherWays({ info, score, neighbours }: OtherWaysProps) {
  const { t } = useTranslation('jury')
  const [dialog, setDialog] = useState<Dialog>()
  useShortcuts({ a: () => setDialog('abstain'), c: () => setDialog('recuse') })
  const close = () => setDialog(undefined)
  const leave = () => {
    score.saver.abandon()
    void neighbours.goOn()
  }
  return (
    <>
      <div className={styles.ways}>
        <Button type="text" aria-keyshortcuts="A" onClick={() => setDialog('abstain')}>
          {t('abstain.open')}
        </Button>
        <Button type="text" aria-keyshortcuts="C" onClick={() => setDialog('recuse')}>
          {t('recuse.open')}
        </Button>
        <Button type="text" onClick={() => setDialog('report')}>
          {t('report.open')}
        </Button>
      </div>
      <AbstainDialog
        isOpen={dialog === 'abstain'}
        id={info.apply_order_id}
        version={score.version}
        onDone={leave}
        onClose={close}
      />
      <RecuseDialog
        isOpen={dialog === 'recuse'}
        id={info.apply_order_id}
        version={score.version}
        onDone={leave}
        onClose={close}
      />
      <ReportDialog isOpen={dialog === 'report'} info={info} onClose={close} />
    </>
  )
}
