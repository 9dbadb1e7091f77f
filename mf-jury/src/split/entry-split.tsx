import { Suspense, type ReactNode } from 'react'
import styles from './entry-split.module.css'
import type { Split } from './entry-steps.tsx'

type EntrySplitProps = { split: Split; list: ReactNode; children: ReactNode }

/** An entry, with the list that it belongs to beside it where that is wanted; its code comes after the entry. */
export const EntrySplit = ({ split, list, children }: EntrySplitProps) => (
  <div className={split.isOpen ? styles.split : undefined}>
    {split.isOpen && <Suspense fallback={<div />}>{list}</Suspense>}
    <div className={styles.entry}>{children}</div>
  </div>
)
