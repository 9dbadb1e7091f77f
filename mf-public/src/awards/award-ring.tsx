import styles from './award-row.module.css'

const HUE = /^#[0-9a-f]{6}$/i

/** The ring of the trophy in the colour of a level: its shade for the theme, else what the programme says. */
export const AwardRing = ({ code, colour }: { code: string; colour: string }) => (
  <svg
    className={`${styles.ring} ${styles[code] ?? ''}`}
    viewBox="0 0 100 100"
    stroke={HUE.test(colour) ? colour : 'currentColor'}
    aria-hidden="true"
  >
    <path d="M78.4 19.6A40 40 0 1 0 88.7 61.1" fill="none" strokeWidth="20" />
  </svg>
)
