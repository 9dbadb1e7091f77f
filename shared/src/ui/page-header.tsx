import type { ReactNode } from 'react'
import styles from './page-header.module.css'
import { useDocumentTitle } from './page-head.ts'

type PageHeaderProps = {
  title: ReactNode
  /** Small line above the title: where one is. */
  eyebrow?: ReactNode
  /** One or two sentences below the title. */
  lead?: ReactNode
  /** Buttons at the right. */
  actions?: ReactNode
  /** Replaces the title of the document, which otherwise is that of the route. */
  documentTitle?: string
  size?: 'page' | 'display'
}

/** The head of a page. Its h1 takes the focus after a navigation. */
export function PageHeader({
  title,
  eyebrow,
  lead,
  actions,
  documentTitle,
  size = 'page',
}: PageHeaderProps) {
  useDocumentTitle(documentTitle)
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        {eyebrow && <p className={styles.eyebrow}>{eyebrow}</p>}
        <h1 className={`${styles.title} ${styles[size]}`} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}
