import type { ReactNode } from 'react'
import styles from './page.module.css'
import { useDocumentTitle } from './page-head.ts'
import listStyles from './definition-list.module.css'

type PageProps = {
  /** `text` for reading, `content` for most pages, `wide` for tables and galleries. */
  width?: 'text' | 'content' | 'wide'
  children: ReactNode
}

/** The body of a page: gutters, a width that suits the content, room above and below. */
export const Page = ({ width = 'content', children }: PageProps) => (
  <div className={`${styles.page} ${styles[width]}`}>{children}</div>
)

/** A page to work at: as wide as the site, or as the window in the frame of a desk, with a small head. */
export const Desk = ({ children }: { children: ReactNode }) => (
  <div className={`${styles.page} ${styles.wide} ${styles.work}`}>
    <div className={styles.desk}>{children}</div>
  </div>
)

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
        <h1
          className={`${styles.title} ${size === 'display' ? styles.titleDisplay : styles.titlePage}`}
          tabIndex={-1}
        >
          {title}
        </h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

type SectionHeadingProps = {
  children: ReactNode
  level?: 2 | 3
  /** How it looks; by its level if nothing is said. */
  size?: 'large' | 'small'
  eyebrow?: ReactNode
  /** A link or button at the right of the heading. */
  aside?: ReactNode
  id?: string
}

/** The heading of a part of a page, under a hairline. */
export function SectionHeading({
  children,
  level = 2,
  size = level === 2 ? 'large' : 'small',
  eyebrow,
  aside,
  id,
}: SectionHeadingProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className={styles.section}>
      <div>
        {eyebrow && <p className={styles.sectionEyebrow}>{eyebrow}</p>}
        <Heading id={id} className={styles[size]}>
          {children}
        </Heading>
      </div>
      {aside}
    </div>
  )
}

type Definition = { term: ReactNode; detail: ReactNode }

/** Facts about a thing: name at the left, value at the right; those without a value are left out. */
export const DefinitionList = ({ items }: { items: readonly Definition[] }) => (
  <dl className={listStyles.list}>
    {items
      .filter(({ detail }) => detail !== undefined && detail !== null && detail !== '')
      .map(({ term, detail }, index) => (
        <div key={index} className={listStyles.row}>
          <dt className={listStyles.term}>{term}</dt>
          <dd className={listStyles.detail}>{detail}</dd>
        </div>
      ))}
  </dl>
)
