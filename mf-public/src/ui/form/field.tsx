import { VisuallyHidden } from '@awards/shared/ui'
import { useId, type ReactNode, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './field.module.css'

/** What every labelled control takes. */
export type FieldProps = {
  label: ReactNode
  /** Says what is wanted before anything is typed. */
  hint?: ReactNode
  /** Says what is wrong, and what to do. */
  error?: string | undefined
  /** Leaves the label to screen readers, where the place itself says what the control is for. */
  isLabelHidden?: boolean
  /** Says so beside the label. */
  isOptional?: boolean
  id?: string | undefined
  className?: string | undefined
}

type Control = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** A label above its control, with a hint and an error that belong to it. */
export function Field({
  label,
  hint,
  error,
  isLabelHidden = false,
  isOptional = false,
  id: givenId,
  className = '',
  children,
}: FieldProps & { children: (control: Control) => ReactNode }) {
  const { t } = useTranslation('public')
  const ownId = useId()
  const id = givenId ?? ownId
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`${styles.field} ${className}`}>
      <label htmlFor={id} className={isLabelHidden ? undefined : styles.label}>
        {isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
        {isOptional && <span className={styles.optional}>{t('form.optional')}</span>}
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

/** A line of text. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, isLabelHidden, isOptional, id, className, ...input } = props
  return (
    <Field {...{ label, hint, error, isLabelHidden, isOptional, id, className }}>
      {(attributes) => <input type="text" {...input} {...attributes} className={styles.control} />}
    </Field>
  )
}

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps | 'style'>

/** A text of several lines; it grows with what is written. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, isLabelHidden, isOptional, id, className, ...area } = props
  return (
    <Field {...{ label, hint, error, isLabelHidden, isOptional, id, className }}>
      {(attributes) => <textarea {...area} {...attributes} className={styles.control} />}
    </Field>
  )
}
