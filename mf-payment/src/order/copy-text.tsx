import { CopyButton } from '../common/copy-button.tsx'
import styles from './copy-text.module.css'

type CopyTextProps = {
  label: string
  text: string
  /** How it is read, where that differs from what is copied. */
  shown?: string
}

/** A text that is needed elsewhere, with a button that copies it. */
export const CopyText = ({ label, text, shown = text }: CopyTextProps) => (
  <div className={styles.copy}>
    <span className={styles.label}>{label}</span>
    <code className={styles.text}>{shown}</code>
    <CopyButton label={label} text={text} />
  </div>
)
