import styles from './contents.module.css'

type ContentsProps = {
  label: string
  entries: readonly { id: string; title: string; number?: number }[]
}

/** The parts of a long text, each with its address on the page. */
export const Contents = ({ label, entries }: ContentsProps) => (
  <nav className={styles.contents} aria-label={label}>
    <p className={styles.label} aria-hidden="true">
      {label}
    </p>
    <ol role="list">
      {entries.map(({ id, title, number }) => (
        <li key={id}>
          <a href={`#${id}`} className={styles.entry}>
            {number !== undefined && <span className={styles.number}>{number}</span>}
            {title}
          </a>
        </li>
      ))}
    </ol>
  </nav>
)
