import styles from './error-note.module.css'

type ErrorNoteProps = { text: string | undefined; className?: string | undefined }

/** Why a change was refused; nothing without a text. */
export const ErrorNote = ({ text, className = '' }: ErrorNoteProps) =>
  text ? (
    <p className={`${styles.note} ${className}`} role="alert">
      {text}
    </p>
  ) : null
