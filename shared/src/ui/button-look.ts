import type { ReactNode } from 'react'
import styles from './button.module.css'

/** How a button or a link like one looks; the names are those of antd's Button. */
export type ButtonLook = {
  type?: 'primary' | 'default' | 'dashed' | 'text' | 'link' | undefined
  size?: 'small' | 'middle' | 'medium' | 'large' | undefined
  icon?: ReactNode
  /** As wide as its place. */
  block?: boolean | undefined
  danger?: boolean | undefined
  className?: string | undefined
}

/** The class names for a look. */
export function buttonClass({ type = 'default', size, block, danger, className }: ButtonLook) {
  return [
    styles.button,
    styles[type],
    size && styles[size],
    block && styles.block,
    danger && styles.danger,
    className,
  ]
    .filter(Boolean)
    .join(' ')
}
