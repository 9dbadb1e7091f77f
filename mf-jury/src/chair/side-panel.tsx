import { useId, type ReactNode } from 'react'
import styles from './side-panel.module.css'

/** A part of an entry's page that stands beside the pictures, under a heading of its own. */
export function SidePanel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}
