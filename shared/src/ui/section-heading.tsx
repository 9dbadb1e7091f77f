import type { ReactNode } from 'react'
import styles from './section-heading.module.css'

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
        {eyebrow && <p className={styles.eyebrow}>{eyebrow}</p>}
        <Heading id={id} className={styles[size]}>
          {children}
        </Heading>
      </div>
      {aside}
    </div>
  )
}
