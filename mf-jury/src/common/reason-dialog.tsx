import { FormDialog } from '@awards/shared/forms/form-dialog'
import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNote, useProblem } from './error-note.tsx'
import styles from './common.module.css'

/** What the server says about a refusal, below the form of a dialog. */
export function DialogRefusal({ error }: { error: unknown }) {
  return <ErrorNote text={useProblem(error)} className={styles.problem} />
}

type ReasonFieldProps = { isOptional?: boolean; rows?: number }

/** Form item `reason`: 5 to 500 characters, as the contract asks. */
export function ReasonField({ isOptional = false, rows = 3 }: ReasonFieldProps) {
  const { t } = useTranslation('jury')
  return (
    <Form.Item
      name="reason"
      label={t('reason.label')}
      rules={[{ required: !isOptional, min: 5, whitespace: true, message: t('reason.needed') }]}
    >
      <Input.TextArea maxLength={500} rows={rows} />
    </Form.Item>
  )
}

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

/** Asks for the reason of an action; shows the server's refusal in the dialog. */
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
  const [form] = Form.useForm<{ reason?: string }>()
  return (
    <FormDialog
      title={title}
      text={text}
      confirm={confirm}
      okButtonProps={{ danger: isDanger }}
      form={form}
      isSending={isLoading}
      error={error}
      refusal={(failure) => <DialogRefusal error={failure} />}
      before={children}
      onClose={onClose}
      onSend={({ reason = '' }) => onSend(reason.trim())}
    >
      <ReasonField isOptional={isOptional} />
    </FormDialog>
  )
}
