import type { ReactNode } from 'react'
import styles from './desk.module.css'
import { Page } from './page.tsx'

/** A page to work at: as wide as the site, with a smaller head than a page to read. */
export const Desk = ({ children }: { children: ReactNode }) => (
  <Page width="wide">
    <div className={styles.desk}>{children}</div>
  </Page>
)
