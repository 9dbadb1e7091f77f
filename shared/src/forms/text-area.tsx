import { Input } from 'antd'
import type { ComponentProps } from 'react'
import styles from './question-field.module.css'

type TextAreaProps = Omit<ComponentProps<typeof Input.TextArea>, 'autoSize' | 'classNames'>

/** A text area that grows with its text by CSS; antd's own way is refused by the content policy. */
export const TextArea = ({ rows = 2, count, ...props }: TextAreaProps) => (
  <Input.TextArea
    {...props}
    {...(count ? { count } : {})}
    rows={rows}
    classNames={{ textarea: styles.area, root: count ? styles.counted : undefined }}
    styles={{ textarea: { minHeight: `calc(${rows}lh + 1rem)` } }}
  />
)
