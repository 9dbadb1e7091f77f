import type { ComponentProps } from 'react'
import fieldStyles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import styles from './select-field.module.css'

type Choice = { value: string; label: string }
/** Choices under a heading (`<optgroup>`). */
type ChoiceGroup = { label: string; options: readonly Choice[] }

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, keyof FieldProps | 'style' | 'children'> & {
    options: readonly (Choice | ChoiceGroup)[]
    /** Text of the first option, whose value is empty. */
    placeholder?: string
  }

// Suppresses the warning: Node and the browser may spell a country's name differently.
const ChoiceOption = ({ value, label }: Choice) => (
  <option value={value} suppressHydrationWarning>
    {label}
  </option>
)

/** One choice out of many: a native `<select>`, so the device shows its own list. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, isLabelHidden, id, className, ...rest } = props
  const { options, placeholder, ...select } = rest
  return (
    <Field {...{ label, hint, error, isLabelHidden, id, className }}>
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
