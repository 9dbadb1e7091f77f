import styles from './figures.module.css'

type FiguresProps = { figures: readonly { value: string; label: string }[] }

/** Large figures with what they count. */
export const Figures = ({ figures }: FiguresProps) => (
  <dl className={styles.figures}>
    {figures.map(({ value, label }) => (
      <div key={label} className={styles.figure}>
        <dt className={styles.label}>{label}</dt>
        <dd className={styles.value}>{value}</dd>
      </div>
    ))}
  </dl>
)
