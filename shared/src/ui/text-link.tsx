import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './text-link.module.css'

type TextLinkProps = { to: string; children: ReactNode; isBack?: boolean }

/** A link that leads on, or back, with an arrow. */
export const TextLink = ({ to, children, isBack = false }: TextLinkProps) => (
  <Link to={to} className={isBack ? `${styles.link} ${styles.back}` : styles.link}>
    {children}
    <span aria-hidden="true" className={styles.arrow}>
      {isBack ? '←' : '→'}
    </span>
  </Link>
)
