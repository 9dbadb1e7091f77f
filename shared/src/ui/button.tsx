import type { ReactNode, ButtonHTMLAttributes, Ref, AnchorHTMLAttributes } from 'react'
import styles from './button.module.css'
import { Link } from 'react-router-dom'
import linkStyles from './text-link.module.css'

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

type LinkButtonProps = Omit<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  'href' | 'onClick' | 'type' | 'className'
> &
  ButtonLook & {
    to: string
    /** The server answers the link itself, with another document or a redirect. */
    reloadDocument?: boolean
  }

/** A link to a page of the site that looks like a button. */
export const LinkButton = ({
  to,
  type,
  size,
  icon,
  block,
  danger,
  className,
  children,
  ...more
}: LinkButtonProps) => (
  <Link {...more} to={to} className={buttonClass({ type, size, block, danger, className })}>
    {icon}
    {children}
  </Link>
)

type TextLinkProps = {
  to: string
  children: ReactNode
  isBack?: boolean
  /** Loads the page as a document, which forgets what this one was answered with. */
  isDocument?: boolean
}

/** A link that leads on, or back, with an arrow. */
export const TextLink = ({ to, children, isBack = false, isDocument = false }: TextLinkProps) => (
  <Link
    to={to}
    reloadDocument={isDocument}
    className={isBack ? `${linkStyles.link} ${linkStyles.back}` : linkStyles.link}
  >
    {children}
    <span aria-hidden="true" className={linkStyles.arrow}>
      {isBack ? '←' : '→'}
    </span>
  </Link>
)
