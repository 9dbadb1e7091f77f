import { failureOf } from '@awards/shared/client'
import { translateMessage } from '@awards/shared/i18n'
import { useUnsavedWork } from '@awards/shared/session'
import { App, Form, Input, Modal, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import dialog from '../common/dialog.module.css'
import { useJuryScoreMutation } from '../jury.api.ts'

const KINDS = ['collaborator', 'employer', 'family', 'financial', 'competitor', 'other'] as const

type RecuseDialogProps = {
  isOpen: boolean
  id: string
  version: number
  onDone: () => void
  onClose: () => void
}
type Values = { type: string; note?: string }

/** Declares a conflict of interest: the entry leaves the list and goes to somebody else. */
export function RecuseDialog({ isOpen, id, version, onDone, onClose }: RecuseDialogProps) {
  const { t } = useTranslation('jury')
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  useUnsavedWork(() => isOpen && form.isFieldsTouched())
  const [score, { isLoading }] = useJuryScoreMutation()

  const recuse = async ({ type, note = '' }: Values) => {
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
    <Modal
      open={isOpen}
      title={t('recuse.title')}
      okText={t('recuse.confirm')}
      cancelText={t('cancel')}
      confirmLoading={isLoading}
      onOk={() => form.submit()}
      onCancel={onClose}
      destroyOnHidden
    >
      <p className={dialog.text}>{t('recuse.text')}</p>
      <Form form={form} layout="vertical" onFinish={(values: Values) => void recuse(values)}>
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
      </Form>
    </Modal>
  )
}
