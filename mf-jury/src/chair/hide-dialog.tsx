import { useUnsavedWork } from '@awards/shared/session'
import { Form, Input, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import dialog from '../common/dialog.module.css'

type HideDialogProps = {
  isOpen: boolean
  count: number
  onClose: () => void
  onHide: (reason: string) => void
}

/** Hiding a winner needs a reason, since the certificate is suspended with it. */
export function HideDialog({ isOpen, count, onClose, onHide }: HideDialogProps) {
  const { t } = useTranslation('jury')
  const [form] = Form.useForm<{ reason: string }>()
  useUnsavedWork(() => isOpen && form.isFieldsTouched())
  return (
    <Modal
      open={isOpen}
      title={t('hide.title', { count })}
      okText={t('hide.confirm')}
      cancelText={t('cancel')}
      onOk={() => form.submit()}
      onCancel={onClose}
      destroyOnHidden
    >
      <p className={dialog.text}>{t('hide.text')}</p>
      <Form
        form={form}
        layout="vertical"
        onFinish={({ reason }: { reason: string }) => onHide(reason)}
      >
        <Form.Item
          name="reason"
          label={t('reason.label')}
          rules={[{ required: true, min: 5, whitespace: true, message: t('reason.needed') }]}
        >
          <Input.TextArea maxLength={500} rows={2} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
