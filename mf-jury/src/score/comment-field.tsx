import { Input } from 'antd'
import { useId } from 'react'
import styles from './score-panel.module.css'

type CommentFieldProps = {
  id?: string
  label: string
  hint: string
  value: string
  maximum: number
  disabled: boolean
  isWrong: boolean
  /** How much is still to be written, where something has to be. */
  count: string
  onChange: (value: string) => void
}

/** A comment with its name, what it is for, and what is still missing. */
export function CommentField({
  id: givenId,
  label,
  hint,
  value,
  maximum,
  disabled,
  isWrong,
  count,
  onChange,
}: CommentFieldProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
      <Input.TextArea
        id={id}
        value={value}
        maxLength={maximum}
        rows={2}
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        aria-invalid={isWrong}
        {...(isWrong && { status: 'error' as const })}
        onChange={(event) => onChange(event.target.value)}
      />
      {count && <p className={styles.count}>{count}</p>}
    </div>
  )
}
