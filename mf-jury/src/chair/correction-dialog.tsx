import { dayIn } from '@awards/shared/domain'
import { fieldErrors, siteConfiguration } from '@awards/shared/client'
import { useFormat } from '@awards/shared/i18n'
import { useUnsavedWork } from '@awards/shared/session'
import { App, Form, Input, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import dialog from '../common/dialog.module.css'
import { useJudgeRequestCorrectionMutation } from '../jury.api.ts'
import { endOfDayIn } from '../common/programme-day.ts'

type CorrectionDialogProps = {
  id: string
  /** When judging begins: the last moment for a correction. */
  until: string
  onClose: () => void
}
/** The day is sent as its last moment. */
type Values = { note: string; due_at: string }

const WEEK_MS = 7 * 86_400_000

/** Hands an entry back to its entrant, with what has to be put right and until when. */
export function CorrectionDialog({ id, until, onClose }: CorrectionDialogProps) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  const { message } = App.useApp()
  const [form] = Form.useForm()
  useUnsavedWork(() => form.isFieldsTouched())
  const [request, { isLoading }] = useJudgeRequestCorrectionMutation()
  const latest = new Date(until).getTime()
  const zone = siteConfiguration().time_zone

  const send = async ({ note, due_at: day }: Values) => {
    const due_at = new Date(Math.min(endOfDayIn(zone, day), latest)).toISOString()
    const result = await request({ apply_order_id: id, note, due_at })
    if ('error' in result) {
      form.setFields(fieldErrors(result.error))
      return
    }
    const date = format.date(result.data.correction_due_at, 'datetime')
    void message.success(t('correction.sent', { date }))
    onClose()
  }
  return (
    <Modal
      open
      title={t('correction.title')}
      okText={t('correction.confirm')}
      cancelText={t('cancel')}
      confirmLoading={isLoading}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className={dialog.text}>{t('correction.text')}</p>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ due_at: dayIn(new Date(Math.min(Date.now() + WEEK_MS, latest)), zone) }}
        onFinish={(values: Values) => void send(values)}
      >
        <Form.Item
          name="note"
          label={t('correction.note')}
          rules={[
            { required: true, min: 5, whitespace: true, message: t('correction.noteNeeded') },
          ]}
        >
          <Input.TextArea maxLength={1000} rows={4} showCount />
        </Form.Item>
        <Form.Item
          name="due_at"
          label={t('correction.due')}
          extra={t('correction.dueHint', { date: format.date(until, 'datetime') })}
          rules={[{ required: true, message: t('correction.dueNeeded') }]}
        >
          <Input type="date" min={dayIn(new Date(), zone)} max={dayIn(new Date(latest), zone)} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
