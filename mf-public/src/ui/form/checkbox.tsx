import { useId, type ComponentProps, type ReactNode } from 'react'
import styles from './choice.module.css'
import field from './field.module.css'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'id' | 'style' | 'className'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** Something that is so or not. */
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
        <p id={`${id}-error`} className={field.error}>
          {error}
        </p>
      )}
    </div>
  )
}
