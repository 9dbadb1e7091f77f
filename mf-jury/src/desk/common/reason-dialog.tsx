import { useUnsavedWork } from '@awards/shared/session'
import { Form, Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '../../common/use-problem.ts'
import dialog from '../../common/dialog.module.css'
import styles from './reason-dialog.module.css'

type ReasonDialogProps = {
  title: string
  text?: ReactNode
  confirm: string
  isDanger?: boolean
  /** Some decisions may be taken without one. */
  isOptional?: boolean
  isLoading: boolean
  error?: unknown
  children?: ReactNode
  onClose: () => void
  onSend: (reason: string) => void
}

/** Asks for the reason of a step before it is taken; a refusal is said where it was asked for. */
export function ReasonDialog({
  title,
  text,
  confirm,
  isDanger = false,
  isOptional = false,
  isLoading,
  error,
  children,
  onClose,
  onSend,
}: ReasonDialogProps) {
  const { t } = useTranslation('jury')
  const [form] = Form.useForm<{ reason?: string }>()
  const problem = useProblem(error)
  useUnsavedWork(() => form.isFieldsTouched())
  return (
    <Modal
      open
      title={title}
      okText={confirm}
      cancelText={t('cancel')}
      confirmLoading={isLoading}
      okButtonProps={{ danger: isDanger }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {text && <p className={dialog.text}>{text}</p>}
      {children}
      <Form
        form={form}
        layout="vertical"
        onFinish={({ reason = '' }: { reason?: string }) => onSend(reason.trim())}
      >
        <Form.Item
          name="reason"
          label={t('reason.label')}
          rules={[
            {
              required: !isOptional,
              min: 5,
              whitespace: true,
              message: t('reason.needed'),
            },
          ]}
        >
          <Input.TextArea maxLength={500} rows={3} />
        </Form.Item>
      </Form>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </Modal>
  )
}
