import { useSiteDispatch, useUnsavedWork } from '@awards/shared/session'
import { App, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import dialog from '../common/dialog.module.css'
import { useProblem } from '../common/use-problem.ts'
import { scoreCalls } from './saving/score-calls.ts'

type AbstainDialogProps = {
  isOpen: boolean
  id: string
  version: number
  onDone: () => void
  onClose: () => void
}

const MINIMUM = 5

/** Gives no score to an entry, with the reason; the entry stays on the list. */
export function AbstainDialog({ isOpen, id, version, onDone, onClose }: AbstainDialogProps) {
  const { t } = useTranslation('jury')
  const { message } = App.useApp()
  const dispatch = useSiteDispatch()
  const [form] = Form.useForm<{ reason: string }>()
  const [isSending, setIsSending] = useState(false)
  const [error, setError] = useState<unknown>()
  const problem = useProblem(error)
  useUnsavedWork(() => isOpen && form.isFieldsTouched())

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
    <Modal
      open={isOpen}
      title={t('abstain.title')}
      okText={t('abstain.confirm')}
      cancelText={t('cancel')}
      confirmLoading={isSending}
      onOk={() => form.submit()}
      onCancel={onClose}
      destroyOnHidden
    >
      <p className={dialog.text}>{t('abstain.text')}</p>
      <Form form={form} layout="vertical" onFinish={(values) => void abstain(values)}>
        <Form.Item
          name="reason"
          label={t('abstain.reason')}
          rules={[{ required: true, whitespace: true, min: MINIMUM, message: t('reason.needed') }]}
        >
          <Input.TextArea maxLength={500} rows={3} />
        </Form.Item>
      </Form>
      {problem && <p role="alert">{problem}</p>}
    </Modal>
  )
}
