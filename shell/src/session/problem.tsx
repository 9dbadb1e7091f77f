import styles from './rows.module.css'

/** Why something was refused, in place. */
export function Problem({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p role="alert" className={styles.problem}>
      {text}
    </p>
  )
}
