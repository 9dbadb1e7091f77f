import { useId, type ComponentProps, type ReactNode } from 'react'
import styles from './choice.module.css'
import fieldStyles from './field.module.css'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'id' | 'style' | 'className'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** Yes or no: a native checkbox with its label, hint and error. */
export function Checkbox({ label, hint, error, ...input }: CheckboxProps) {
  const id = useId()
  return (
    <div>
      <label className={styles.choice}>
        <input
          type="checkbox"
          {...input}
          className={styles.checkbox}
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error ? true : undefined}
        />
        <span>
          {label}
          {hint && <span className={styles.detail}>{hint}</span>}
        </span>
      </label>
      {error && (
        <p id={`${id}-error`} className={fieldStyles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

type SwitchProps = Omit<CheckboxProps, 'error'> & { checked: boolean }

/** On or off, at once: a native checkbox with the role and the look of a switch. */
export const Switch = ({ label, hint, checked, ...input }: SwitchProps) => (
  <label className={styles.choice}>
    <input
      type="checkbox"
      role="switch"
      {...input}
      checked={checked}
      aria-checked={checked}
      className={styles.switch}
    />
    <span>
      {label}
      {hint && <span className={styles.detail}>{hint}</span>}
    </span>
  </label>
)

type Option = { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean }

/** A legend, or the id of a heading that stands elsewhere. */
type GroupLabel = { label: ReactNode; labelledBy?: never } | { label?: never; labelledBy: string }

type RadioGroupProps = GroupLabel &
  Pick<ComponentProps<'input'>, 'name' | 'required' | 'value' | 'defaultValue' | 'onChange'> & {
    hint?: ReactNode
    error?: string | undefined
    name: string
    options: readonly Option[]
    /** Frames each option: for choices that need a sentence or two. */
    isFramed?: boolean
    id?: string
    className?: string | undefined
  }

/** One choice out of a few, all visible: native radio buttons in a `<fieldset>`. */
export function RadioGroup({
  label,
  labelledBy,
  hint,
  error,
  name,
  options,
  value,
  defaultValue,
  onChange,
  required,
  isFramed = false,
  id: givenId,
  className = '',
}: RadioGroupProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const checked = (choice: string) =>
    value === undefined
      ? { defaultChecked: choice === defaultValue }
      : { checked: choice === value, onChange: onChange ?? (() => {}) }
  return (
    <fieldset
      id={givenId}
      tabIndex={givenId === undefined ? undefined : -1}
      className={`${styles.group} ${isFramed ? styles.framed : ''} ${className}`}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy || undefined}
      aria-invalid={error ? true : undefined}
    >
      {label && <legend className={`${fieldStyles.label} ${styles.legend}`}>{label}</legend>}
      {hint && (
        <p id={`${id}-hint`} className={fieldStyles.hint}>
          {hint}
        </p>
      )}
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={option.value}
            required={required}
            disabled={option.disabled}
            className={styles.radio}
            {...checked(option.value)}
          />
          <span>
            {option.label}
            {option.hint && <span className={styles.detail}>{option.hint}</span>}
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className={fieldStyles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
