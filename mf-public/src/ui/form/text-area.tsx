import type { ComponentProps } from 'react'
import control from './control.module.css'
import { Field, type FieldProps } from './field.tsx'

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps | 'style'>

/** A text of several lines; it grows with what is written. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, isLabelHidden, isOptional, id, className, ...area } = props
  return (
    <Field {...{ label, hint, error, isLabelHidden, isOptional, id, className }}>
      {(attributes) => <textarea {...area} {...attributes} className={control.control} />}
    </Field>
  )
}
