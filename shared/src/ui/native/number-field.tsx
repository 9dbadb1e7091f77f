import { useRef, type ComponentProps } from 'react'
import fieldStyles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import styles from './number-field.module.css'

type NumberFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'style' | 'type'> & {
    /** Accessible names of the two step buttons. */
    lessLabel: string
    moreLabel: string
  }

/** Whole number: a native `<input type="number">` between two step buttons, which are hidden without scripts. */
export function NumberField(props: NumberFieldProps) {
  const { label, hint, error, isLabelHidden, id, className, ...rest } = props
  const { lessLabel, moreLabel, ...input } = rest
  const field = useRef<HTMLInputElement>(null)
  const step = (direction: 'stepUp' | 'stepDown') => {
    field.current?.[direction]()
    field.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <Field {...{ label, hint, error, isLabelHidden, id, className }}>
      {(attributes) => (
        <span className={styles.frame}>
          <button
            type="button"
            className={styles.step}
            aria-label={lessLabel}
            aria-controls={attributes.id}
            onClick={() => step('stepDown')}
          >
            −
          </button>
          <input
            inputMode="numeric"
            step={1}
            {...input}
            {...attributes}
            type="number"
            ref={field}
            className={`${fieldStyles.control} ${styles.number}`}
          />
          <button
            type="button"
            className={styles.step}
            aria-label={moreLabel}
            aria-controls={attributes.id}
            onClick={() => step('stepUp')}
          >
            +
          </button>
        </span>
      )}
    </Field>
  )
}
