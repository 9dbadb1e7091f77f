import { fieldErrors } from '@awards/shared/client'
import { useUnsavedWork } from '@awards/shared/session'
import { Form, Modal, type FormInstance, type FormProps, type ModalProps } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import styles from './form-dialog.module.css'

type FormDialogProps<Values> = {
  /** False for a dialog that stays mounted while it is closed. */
  isOpen?: boolean
  title: string
  text?: ReactNode
  confirm: string
  form: FormInstance<Values>
  isSending?: boolean
  /** The last failure: messages about fields stand beside them. */
  error?: unknown
  /** What stands below the form for a failure with other messages. */
  refusal?: (error: unknown) => ReactNode
  /** Content above the fields. */
  before?: ReactNode
  /** Content below the form. */
  after?: ReactNode
  children: ReactNode
  onClose: () => void
  onSend: (values: Values) => void
} & Pick<FormProps<Values>, 'initialValues' | 'onValuesChange'> &
  Pick<ModalProps, 'okButtonProps' | 'classNames'>

const FIRST_FIELD =
  'textarea:enabled, input:enabled:not([type=hidden], [type=radio]), input[type=radio]:checked'

/** A form in a dialog of antd; it stays open with its values when the server refuses. */
export function FormDialog<Values extends object>({
  isOpen = true,
  title,
  text,
  confirm,
  form,
  isSending = false,
  error,
  refusal,
  before,
  after,
  children,
  onClose,
  onSend,
  initialValues,
  onValuesChange,
  ...modal
}: FormDialogProps<Values>) {
  useUnsavedWork(() => isOpen && form.isFieldsTouched())
  useEffect(() => {
    if (error) form.setFields(fieldErrors(error) as Parameters<typeof form.setFields>[0])
  }, [error, form])
  // The letters typed first are meant for the form. While the dialog opens, antd gives the focus to the button that closes
  // it, which a space presses, unless a field has it already. A focus in another field stays there.
  const body = useRef<HTMLDivElement>(null)
  const focusFirst = () => {
    if (body.current?.contains(document.activeElement)) return
    body.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus()
  }
  return (
    <Modal
      {...modal}
      open={isOpen}
      afterOpenChange={(isNowOpen) => isNowOpen && focusFirst()}
      title={title}
      okText={confirm}
      confirmLoading={isSending}
      onOk={() => form.submit()}
      onCancel={onClose}
      destroyOnHidden
    >
      {text && <p className={styles.text}>{text}</p>}
      <div ref={body}>
        {before}
        <Form<Values>
          form={form}
          layout="vertical"
          {...(initialValues && { initialValues })}
          {...(onValuesChange && { onValuesChange })}
          onFinish={onSend}
        >
          {children}
          <OnMount run={focusFirst} />
        </Form>
      </div>
      {error !== undefined && !isOfFields(error, form) && refusal?.(error)}
      {after}
    </Modal>
  )
}

/** Runs once what stands before it is in the document, and before the effects of what is around it. */
function OnMount({ run }: { run: () => void }) {
  const first = useRef(run)
  useEffect(() => first.current(), [])
  return null
}

/** True where every message of a refusal belongs to a field of the form. */
function isOfFields<Values>(error: unknown, form: FormInstance<Values>): boolean {
  const names = Object.keys(form.getFieldsValue() as object)
  const fields = fieldErrors(error)
  return fields.length > 0 && fields.every(({ name }) => names.includes(String(name[0])))
}
