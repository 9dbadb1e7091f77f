import type { ButtonHTMLAttributes, Ref } from 'react'
import { buttonClass, type ButtonLook } from './button-look.ts'
import styles from './button.module.css'

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'> &
  ButtonLook & {
    htmlType?: 'button' | 'submit' | 'reset'
    /** Something is under way: the button says so and takes no second press. */
    loading?: boolean
    ref?: Ref<HTMLButtonElement>
  }

/** A button that needs no library, for pages that are read more than filled in. */
export function Button({
  type,
  size,
  icon,
  block,
  danger,
  className,
  htmlType = 'button',
  loading = false,
  onClick,
  children,
  ...more
}: ButtonProps) {
  return (
    <button
      {...more}
      type={htmlType}
      className={buttonClass({ type, size, block, danger, className })}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    >
      {loading ? <span className={styles.busy} aria-hidden="true" /> : icon}
      {children}
    </button>
  )
}
