import styles from './award-mark.module.css'

type AwardMarkProps = {
  /** Code of the level: grand_prix, platinum, gold, silver or selection. */
  code: string
  name: string
}

/** The level a work has won, with the ring of the programme in the colour of the level. */
export const AwardMark = ({ code, name }: AwardMarkProps) => (
  <span className={`${styles.mark} ${styles[code] ?? ''}`}>
    <span className={styles.ring} aria-hidden="true" />
    {name}
  </span>
)
