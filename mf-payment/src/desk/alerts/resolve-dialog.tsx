import { fieldErrors } from '@awards/shared/client'
import type { AlertRow } from '@awards/shared/contract'
import { useUnsavedWork } from '@awards/shared/session'
import { App, Form, Input, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { problemOf } from '../common/problem-of.ts'
import { useResolveAlertMutation } from '../desk.api.ts'

type ResolveDialogProps = { alert: AlertRow; onClose: () => void }

/** An alert is closed by saying what was done; the note stays with it. */
export function ResolveDialog({ alert, onClose }: ResolveDialogProps) {
  const { t } = useTranslation('books')
  const { message } = App.useApp()
  const [form] = Form.useForm<{ note: string }>()
  const [resolve, { isLoading }] = useResolveAlertMutation()
  useUnsavedWork(() => form.isFieldsTouched())

  const send = async ({ note }: { note: string }) => {
    const answer = await resolve({ alert_id: alert.alert_id, note })
    if (!('error' in answer)) {
      void message.success(t('alert.resolved'))
      return onClose()
    }
    const fields = fieldErrors(answer.error)
    if (fields.length > 0) form.setFields(fields as Parameters<typeof form.setFields>[0])
    else void message.error(problemOf(answer.error))
  }
  return (
    <Modal
      open
      title={t(`alert.code.${alert.code}`)}
      okText={t('alert.confirm')}
      cancelText={t('cancel')}
      confirmLoading={isLoading}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" onFinish={(values) => void send(values)}>
        <Form.Item
          name="note"
          label={t('alert.note')}
          rules={[{ required: true, min: 5, whitespace: true, message: t('alert.noteNeeded') }]}
        >
          <Input.TextArea maxLength={500} rows={3} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
