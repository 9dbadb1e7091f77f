import styles from './score-sheet.module.css'

type MarkBarProps = { own: number; mean: number | null; maximum: number }

/** The own mark as a bar, the mean of the others as a line across it; the numbers stand beside. */
export function MarkBar({ own, mean, maximum }: MarkBarProps) {
  const share = (value: number) => `${(100 * value) / maximum}%`
  return (
    <svg className={styles.bar} width="100%" height="20" aria-hidden="true">
      <rect className={styles.track} y="6" width="100%" height="8" />
      <rect className={styles.own} y="6" width={share(own)} height="8" />
      {mean !== null && (
        <line className={styles.line} x1={share(mean)} x2={share(mean)} y1="0" y2="20" />
      )}
    </svg>
  )
}
