import { VisuallyHidden } from '@awards/shared/ui'
import { useId, useLayoutEffect, useState, type ReactNode, type ComponentProps } from 'react'
import styles from './field.module.css'

/** Props of every labelled control. */
export type FieldProps = {
  label: ReactNode
  /** Instruction, shown before anything is typed. */
  hint?: ReactNode
  /** Error message: what is wrong and what to do. */
  error?: string | undefined
  /** Shows the label to screen readers only. */
  isLabelHidden?: boolean
  id?: string | undefined
  className?: string | undefined
}

type Control = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label above a control, with its hint and error linked by `aria-describedby`; the child renders the control. */
export function Field({
  label,
  hint,
  error,
  isLabelHidden = false,
  id: givenId,
  className = '',
  children,
}: FieldProps & { children: (control: Control) => ReactNode }) {
  const ownId = useId()
  const id = givenId ?? ownId
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`${styles.field} ${className}`}>
      <label htmlFor={id} className={isLabelHidden ? undefined : styles.label}>
        {isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps | 'style'>

/** Single-line text field: a native `<input>`, uncontrolled with `defaultValue` where its form is a GET form. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, isLabelHidden, id, className, ...input } = props
  return (
    <Field {...{ label, hint, error, isLabelHidden, id, className }}>
      {(attributes) => <input type="text" {...input} {...attributes} className={styles.control} />}
    </Field>
  )
}

const textAreaOf = (id: string) => document.getElementById(id) as HTMLTextAreaElement | null

/** Puts back what was typed before hydration: React writes the default of a textarea over it. */
function useTypedText(id: string) {
  const [typed] = useState(() =>
    typeof document === 'undefined' ? undefined : textAreaOf(id)?.value,
  )
  useLayoutEffect(() => {
    const area = textAreaOf(id)
    if (area && typed !== undefined && area.value !== typed) area.value = typed
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps | 'style'>

/** Multi-line text field: a native `<textarea>` that grows with its content. */
export function TextArea(props: TextAreaProps) {
  const ownId = useId()
  const { label, hint, error, isLabelHidden, id = ownId, className, ...area } = props
  useTypedText(id)
  return (
    <Field {...{ label, hint, error, isLabelHidden, id, className }}>
      {(attributes) => <textarea {...area} {...attributes} className={styles.control} />}
    </Field>
  )
}
