import type { ReactNode } from 'react'
import styles from './plain-page.module.css'
import { TakenOver } from './hydrated.tsx'
import { Wordmark } from './layout/wordmark.tsx'

type PlainPageProps = { figure: string; title: string; text: string; children: ReactNode }

/** A page without the layout: one sentence and the ways on. */
export const PlainPage = ({ figure, title, text, children }: PlainPageProps) => (
  <div className={styles.page}>
    <header className={styles.head}>
      <Wordmark />
    </header>
    <main className={styles.main}>
      <p className={styles.figure} aria-hidden="true">
        {figure}
      </p>
      <div className={styles.words}>
        <h1 className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        <p className={styles.text}>{text}</p>
        <div className={styles.actions}>{children}</div>
      </div>
    </main>
    <TakenOver />
  </div>
)
