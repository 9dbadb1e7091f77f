import { Button } from '@awards/shared/ui'
import type { ComponentProps } from 'react'
import fieldStyles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import styles from './search-field.module.css'

type SearchFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'style' | 'type'> & {
    /** Text of the submit button. */
    action: string
  }

/** Search field with its submit button, inside a GET form of the page. */
export function SearchField(props: SearchFieldProps) {
  const { label, hint, error, isLabelHidden, id, className, ...rest } = props
  const { action, ...input } = rest
  return (
    <Field {...{ label, hint, error, isLabelHidden, id, className }}>
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
