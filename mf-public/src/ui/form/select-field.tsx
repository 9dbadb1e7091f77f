import type { ComponentProps } from 'react'
import fieldStyles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import styles from './select-field.module.css'

type Choice = { value: string; label: string }
/** Choices under a common name. */
type ChoiceGroup = { label: string; options: readonly Choice[] }

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, keyof FieldProps | 'style' | 'children'> & {
    options: readonly (Choice | ChoiceGroup)[]
    /** Stands first and means that nothing is chosen. */
    placeholder?: string
  }

// Names may be spelled a little differently by the server's and the browser's tables of countries.
const ChoiceOption = ({ value, label }: Choice) => (
  <option value={value} suppressHydrationWarning>
    {label}
  </option>
)

/** One choice out of many, with the list that the device itself offers. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, isLabelHidden, isOptional, id, className, ...rest } = props
  const { options, placeholder, ...select } = rest
  return (
    <Field {...{ label, hint, error, isLabelHidden, isOptional, id, className }}>
      {(attributes) => (
        <span className={styles.frame}>
          <select {...select} {...attributes} className={`${fieldStyles.control} ${styles.select}`}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) =>
              'options' in option ? (
                <optgroup key={option.label} label={option.label}>
                  {option.options.map((choice) => (
                    <ChoiceOption key={choice.value} {...choice} />
                  ))}
                </optgroup>
              ) : (
                <ChoiceOption key={option.value} {...option} />
              ),
            )}
          </select>
        </span>
      )}
    </Field>
  )
}
