import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from './form-dialog.tsx'

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
  return (
    <FormDialog
      title={title}
      text={text}
      confirm={confirm}
      isDanger={isDanger}
      form={form}
      isSending={isLoading}
      error={error}
      lead={children}
      onClose={onClose}
      onSend={({ reason = '' }) => onSend(reason.trim())}
    >
      <Form.Item
        name="reason"
        label={t('reason.label')}
        rules={[{ required: !isOptional, min: 5, whitespace: true, message: t('reason.needed') }]}
      >
        <Input.TextArea maxLength={500} rows={3} />
      </Form.Item>
    </FormDialog>
  )
}
