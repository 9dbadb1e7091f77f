import type { ReactNode } from 'react'
import styles from './definition-list.module.css'

type Definition = { term: ReactNode; detail: ReactNode }

/** Facts about a thing: name at the left, value at the right; those without a value are left out. */
export const DefinitionList = ({ items }: { items: readonly Definition[] }) => (
  <dl className={styles.list}>
    {items
      .filter(({ detail }) => detail !== undefined && detail !== null && detail !== '')
      .map(({ term, detail }, index) => (
        <div key={index} className={styles.row}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.detail}>{detail}</dd>
        </div>
      ))}
  </dl>
)
