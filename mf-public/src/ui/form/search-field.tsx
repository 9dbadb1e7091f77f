import { Button } from '@awards/shared/ui'
import type { ComponentProps } from 'react'
import fieldStyles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import styles from './search-field.module.css'

type SearchFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'style' | 'type'> & {
    /** On the button that sends the form. */
    action: string
  }

/** What is looked for, with the button that looks; it stands inside a form. */
export function SearchField(props: SearchFieldProps) {
  const { label, hint, error, isLabelHidden, isOptional, id, className, ...rest } = props
  const { action, ...input } = rest
  return (
    <Field {...{ label, hint, error, isLabelHidden, isOptional, id, className }}>
      {(attributes) => (
        <span className={styles.frame}>
          <input
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            {...input}
            {...attributes}
            type="search"
            className={`${fieldStyles.control} ${styles.input}`}
          />
          <Button type="primary" htmlType="submit">
            {action}
          </Button>
        </span>
      )}
    </Field>
  )
}
