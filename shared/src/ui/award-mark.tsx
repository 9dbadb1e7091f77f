import styles from './award-mark.module.css'

type AwardMarkProps = {
  /** Code of the level: grand_prix, platinum, gold, silver or selection. */
  code: string
  name: string
  /** Colour of a level that the programme has added to these, as `#rrggbb`. */
  colour?: string
}

const HUE = /^#[0-9a-f]{6}$/i

/** The level a work has won, with the ring of the programme in the colour of the level. */
export const AwardMark = ({ code, name, colour }: AwardMarkProps) => (
  <span className={styles.mark}>
    <svg
      className={`${styles.ring} ${styles[code] ?? ''}`}
      viewBox="0 0 20 20"
      stroke={colour && HUE.test(colour) ? colour : 'currentColor'}
      aria-hidden="true"
    >
      <path d="M16.2 4.7a8 8 0 1 0 1.2 8.4" fill="none" strokeWidth="4" />
    </svg>
    {name}
  </span>
)
