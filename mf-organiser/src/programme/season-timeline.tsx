import type { SeasonDocument } from '@awards/shared/contract'
import { useTranslation } from 'react-i18next'
import styles from './programme.module.css'

type Span = { code: string; starts_at: string; ends_at: string }

const time = (text: string | undefined) =>
  Date.parse(`${(text ?? '').slice(0, 16).replace(' ', 'T')}Z`)

/** Phases and fee periods of a season on one line of time; the form below says the same in words. */
export function SeasonTimeline({ season }: { season: SeasonDocument }) {
  const { t } = useTranslation('organiser')
  const phases = season.phases ?? []
  const periods = season.fee_periods ?? []
  const times = [...phases, ...periods].flatMap(({ starts_at, ends_at }) => [
    time(starts_at),
    time(ends_at),
  ])
  const known = times.filter((at) => !Number.isNaN(at))
  if (known.length < 2) return null
  const [first, last] = [Math.min(...known), Math.max(...known)]
  const share = (at: number) => ((at - first) / Math.max(last - first, 1)) * 100
  const bars = (spans: readonly Span[], kind: 'phase' | 'period') =>
    spans.map((span) => {
      const [from, to] = [time(span.starts_at), time(span.ends_at)]
      if (Number.isNaN(from) || Number.isNaN(to)) return null
      return (
        <span
          key={span.code}
          className={to < from ? styles.wrong : styles.span}
          style={{
            insetInlineStart: `${share(Math.min(from, to))}%`,
            width: `${Math.max(Math.abs(share(to) - share(from)), 0.4)}%`,
          }}
          title={t(`programme.${kind}.${span.code}`)}
        >
          {t(`programme.${kind}.${span.code}`)}
        </span>
      )
    })
  return (
    <div className={styles.timeline} aria-hidden="true">
      <div className={styles.track}>{bars(phases, 'phase')}</div>
      <div className={styles.track} data-kind="period">
        {bars(periods, 'period')}
      </div>
    </div>
  )
}
