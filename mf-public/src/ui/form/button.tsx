import type { ComponentProps } from 'react'
import styles from './button.module.css'

type ButtonProps = Omit<ComponentProps<'button'>, 'style' | 'className'> & {
  tone?: 'primary' | 'outline' | 'quiet'
  /** Says that what it began is under way; it takes no second click. */
  isBusy?: boolean
}

/** A button that does something here; what leads elsewhere is a link. */
export const Button = ({
  tone = 'primary',
  type = 'button',
  isBusy = false,
  onClick,
  ...button
}: ButtonProps) => (
  <button
    {...button}
    type={type}
    className={`${styles.button} ${styles[tone]}`}
    aria-disabled={isBusy || undefined}
    aria-busy={isBusy || undefined}
    onClick={isBusy ? (event) => event.preventDefault() : onClick}
  />
)
