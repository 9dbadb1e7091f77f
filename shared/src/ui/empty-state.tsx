import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

type EmptyStateProps = {
  title: ReactNode
  children?: ReactNode
  /** What to do next: a button or a link. */
  action?: ReactNode
}

/** Stands where a list would be, and says what to do next. */
export const EmptyState = ({ title, children, action }: EmptyStateProps) => (
  <div className={styles.empty}>
    <span className={styles.ring} aria-hidden="true" />
    <p className={styles.title}>{title}</p>
    {children && <div className={styles.text}>{children}</div>}
    {action && <div className={styles.action}>{action}</div>}
  </div>
)
