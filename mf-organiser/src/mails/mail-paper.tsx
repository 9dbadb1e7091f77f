import type { Language } from '@awards/shared/domain'
import styles from './mails.module.css'

type MailPaperProps = { subject: string; text: string; language: Language }

/** A mail as its reader sees it, without the look that mail clients give it. */
export const MailPaper = ({ subject, text, language }: MailPaperProps) => (
  <article className={styles.paper} lang={language}>
    <h3>{subject}</h3>
    <p>{text}</p>
  </article>
)
