import type { ReactNode } from 'react'
import styles from './band.module.css'

type BandProps = {
  children: ReactNode
  tone?: 'plain' | 'sunken' | 'brand'
  /** Identifier of the heading that names the band. */
  labelledBy?: string
}

/** A part of a page from edge to edge, its content in the page's own width. */
export const Band = ({ children, tone = 'plain', labelledBy }: BandProps) => (
  <section className={`${styles.band} ${styles[tone]}`} aria-labelledby={labelledBy}>
    <div className={styles.inner}>{children}</div>
  </section>
)
