import { organiser, type AdmissionResults, type AdmissionRow } from '@awards/shared/contract'
import { siteConfiguration, useApiMutation } from '@awards/shared/client'
import { DAY_MS, dayIn, endOfDayIn, statusAfterAsking } from '@awards/shared/domain'
import { FormDialog } from '@awards/shared/forms/form-dialog'
import { zodRule } from '@awards/shared/ui'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Refusal } from '../desk/refusal.tsx'

type DialogProps = {
  rows: readonly AdmissionRow[]
  onClose: () => void
  onDone: (results: AdmissionResults) => void
}

export const chosenOf = (rows: readonly AdmissionRow[]) =>
  rows.map(({ apply_order_id, version }) => ({ apply_order_id, version }))

/** Whether a correction of the entry can be asked for now, for the first time or again. */
export function mayAsk({ entry_status, correction }: AdmissionRow): boolean {
  const correction_due_at = correction?.due_at ? new Date(correction.due_at) : null
  return statusAfterAsking({ entry_status, correction_due_at }, new Date()) !== undefined
}

const DAYS_FOR_A_CORRECTION = 7

/** Hands entries back until a day, with a note that the entrant reads in the mail and beside the entry. */
export function CorrectionDialog({ rows, onClose, onDone }: DialogProps) {
  const { t } = useTranslation('organiser')
  const [form] = Form.useForm<{ note: string; day: string }>()
  const [ask, { isLoading, error }] = useApiMutation(organiser.askCorrection)
  const zone = siteConfiguration().time_zone
  const today = dayIn(new Date(), zone)
  const send = async ({ note, day }: { note: string; day: string }) => {
    const due_at = new Date(endOfDayIn(zone, day)).toISOString()
    const result = await ask({ entries: chosenOf(rows), note: note.trim(), due_at })
    if (result.data) onDone(result.data)
  }
  return (
    <FormDialog
      title={t('admission.askTitle', { count: rows.length, title: rows[0]?.title })}
      text={t('admission.askText')}
      confirm={t('admission.ask')}
      form={form}
      isSending={isLoading}
      error={error}
      refusal={(failure) => <Refusal error={failure} />}
      initialValues={{ day: dayIn(new Date(Date.now() + DAYS_FOR_A_CORRECTION * DAY_MS), zone) }}
      onClose={onClose}
      onSend={(values) => void send(values)}
    >
      <Form.Item
        name="note"
        label={t('admission.note')}
        rules={[zodRule(organiser.askCorrection.input.shape.note)]}
      >
        <Input.TextArea rows={4} maxLength={1000} showCount />
      </Form.Item>
      <Form.Item
        name="day"
        label={t('admission.until')}
        rules={[{ required: true, message: t('admission.untilNeeded') }]}
      >
        <Input type="date" min={today} />
      </Form.Item>
    </FormDialog>
  )
}

/** Refuses entries with a reason that the entrant reads; what was paid is given back. */
export function RefuseDialog({ rows, onClose, onDone }: DialogProps) {
  const { t } = useTranslation('organiser')
  const [form] = Form.useForm<{ reason: string }>()
  const [refuse, { isLoading, error }] = useApiMutation(organiser.refuse)
  const send = async ({ reason }: { reason: string }) => {
    const result = await refuse({ entries: chosenOf(rows), reason: reason.trim() })
    if (result.data) onDone(result.data)
  }
  return (
    <FormDialog
      title={t('admission.refuseTitle', { count: rows.length, title: rows[0]?.title })}
      text={t('admission.refuseText')}
      confirm={t('admission.refuse')}
      okButtonProps={{ danger: true }}
      form={form}
      isSending={isLoading}
      error={error}
      refusal={(failure) => <Refusal error={failure} />}
      onClose={onClose}
      onSend={(values) => void send(values)}
    >
      <Form.Item
        name="reason"
        label={t('admission.reason')}
        rules={[zodRule(organiser.refuse.input.shape.reason)]}
      >
        <Input.TextArea rows={4} maxLength={500} showCount />
      </Form.Item>
    </FormDialog>
  )
}
