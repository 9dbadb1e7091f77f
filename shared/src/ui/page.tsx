import type { ReactNode } from 'react'
import styles from './page.module.css'

type PageProps = {
  /** `text` for reading, `content` for most pages, `wide` for tables and galleries. */
  width?: 'text' | 'content' | 'wide'
  children: ReactNode
}

/** The body of a page: gutters, a width that suits the content, room above and below. */
export const Page = ({ width = 'content', children }: PageProps) => (
  <div className={`${styles.page} ${styles[width]}`}>{children}</div>
)
