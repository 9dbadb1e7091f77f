import { useRef, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import fieldStyles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import styles from './number-field.module.css'

type NumberFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'style' | 'type'>

/** A whole number that can be typed or stepped; the steps are there where scripts run. */
export function NumberField(props: NumberFieldProps) {
  const { label, hint, error, isLabelHidden, isOptional, id, className, ...input } = props
  const { t } = useTranslation('public')
  const field = useRef<HTMLInputElement>(null)
  const step = (direction: 'stepUp' | 'stepDown') => {
    field.current?.[direction]()
    field.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <Field {...{ label, hint, error, isLabelHidden, isOptional, id, className }}>
      {(attributes) => (
        <span className={styles.frame}>
          <button
            type="button"
            className={styles.step}
            aria-label={t('form.less')}
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
            aria-label={t('form.more')}
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
