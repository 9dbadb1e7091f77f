import type { ComponentProps } from 'react'
import control from './control.module.css'
import { Field, type FieldProps } from './field.tsx'

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps | 'style'>

/** A line of text. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, isLabelHidden, isOptional, id, className, ...input } = props
  return (
    <Field {...{ label, hint, error, isLabelHidden, isOptional, id, className }}>
      {(attributes) => <input type="text" {...input} {...attributes} className={control.control} />}
    </Field>
  )
}
