import { fieldErrors } from '@awards/shared/client'
import { useUnsavedWork } from '@awards/shared/session'
import { Form, Modal, type FormInstance, Input } from 'antd'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import dialogStyles from '../common/dialog.module.css'
import { useProblem } from '../common/use-problem.ts'
import { ErrorNote } from '../common/error-note.tsx'
import styles from './form-dialog.module.css'

type FormDialogProps<Values> = {
  title: string
  text?: ReactNode
  confirm: string
  isDanger?: boolean
  form: FormInstance<Values>
  initialValues?: Partial<Values>
  isSending: boolean
  /** The last failure: field errors stand beside their fields, others below the form. */
  error?: unknown
  /** Content above the fields. */
  lead?: ReactNode
  children: ReactNode
  onClose: () => void
  onSend: (values: Values) => void
}

/** A form in a dialog; it stays open with its values when the server refuses. */
export function FormDialog<Values extends object>({
  title,
  text,
  confirm,
  isDanger = false,
  form,
  initialValues,
  isSending,
  error,
  lead,
  children,
  onClose,
  onSend,
}: FormDialogProps<Values>) {
  const { t } = useTranslation('jury')
  const isToldBeside = error ? isOfFields(error, form) : false
  const problem = useProblem(isToldBeside ? undefined : error)
  useUnsavedWork(() => form.isFieldsTouched())
  useEffect(() => {
    if (error) form.setFields(fieldErrors(error) as Parameters<typeof form.setFields>[0])
  }, [error, form])
  return (
    <Modal
      open
      title={title}
      okText={confirm}
      cancelText={t('cancel')}
      confirmLoading={isSending}
      okButtonProps={{ danger: isDanger }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {text && <p className={dialogStyles.text}>{text}</p>}
      {lead}
      <Form<Values>
        form={form}
        layout="vertical"
        {...(initialValues && { initialValues })}
        onFinish={onSend}
      >
        {children}
      </Form>
      <ErrorNote text={problem} className={styles.problem} />
    </Modal>
  )
}

/** True where every message of a refusal belongs to a field of the form. */
function isOfFields<Values>(error: unknown, form: FormInstance<Values>): boolean {
  const names = Object.keys(form.getFieldsValue() as object)
  const fields = fieldErrors(error)
  return fields.length > 0 && fields.every(({ name }) => names.includes(String(name[0])))
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
