import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './text-link.module.css'

/** A link that leads on, with an arrow. */
export const TextLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={styles.link}>
    {children}
    <span aria-hidden="true" className={styles.arrow}>
      →
    </span>
  </Link>
)
