import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './action-link.module.css'

type ActionLinkProps = {
  to: string
  children: ReactNode
  tone?: 'primary' | 'outline' | 'paper'
}

/** A link that asks to act, in the shape of a button. */
export const ActionLink = ({ to, children, tone = 'primary' }: ActionLinkProps) => (
  <Link to={to} className={`${styles.action} ${styles[tone]}`}>
    {children}
  </Link>
)
