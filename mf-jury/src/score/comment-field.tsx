import { Input } from 'antd'
import { useId } from 'react'
import styles from './comment-field.module.css'

type CommentFieldProps = {
  label: string
  hint: string
  value: string
  maximum: number
  disabled: boolean
  isWrong: boolean
  onChange: (value: string) => void
}

export function CommentField({
  label,
  hint,
  value,
  maximum,
  disabled,
  isWrong,
  onChange,
}: CommentFieldProps) {
  const id = useId()
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
    </div>
  )
}
