import styles from './share-bar.module.css'

type Tone = 'done' | 'begun' | 'short' | 'added'
type Part = { value: number; tone: Tone }
type ShareBarProps = { total: number; parts: readonly Part[] }

const sumOf = (parts: readonly Part[]) => parts.reduce((sum, { value }) => sum + value, 0)

/** A stacked bar of shares; hidden from screen readers, the numbers stand beside it. */
export function ShareBar({ total, parts }: ShareBarProps) {
  const percent = 100 / Math.max(1, total)
  return (
    <svg
      className={styles.bar}
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <rect className={styles.ground} width="100" height="6" />
      {parts.map(({ value, tone }, index) => (
        <rect
          key={tone}
          className={styles[tone]}
          x={sumOf(parts.slice(0, index)) * percent}
          width={Math.max(0, value * percent)}
          height="6"
        />
      ))}
    </svg>
  )
}

/** What the colours of the bars mean. */
export function ShareLegend({ label, parts }: { label: string; parts: readonly [Tone, string][] }) {
  return (
    <ul className={styles.legend} role="list" aria-label={label}>
      {parts.map(([tone, name]) => (
        <li key={tone}>
          <svg className={styles.sample} viewBox="0 0 16 6" aria-hidden="true">
            <rect className={styles[tone]} width="16" height="6" />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}
