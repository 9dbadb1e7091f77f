import type { AnchorHTMLAttributes } from 'react'
import { Link } from 'react-router-dom'
import { buttonClass, type ButtonLook } from './button-look.ts'

type LinkButtonProps = Omit<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  'href' | 'onClick' | 'type' | 'className'
> &
  ButtonLook & { to: string }

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
