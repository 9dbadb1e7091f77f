import { useFormat } from '@awards/shared/i18n'
import type {
  Channel,
  Deployment,
  ReleaseMinute,
  ReleaseMinutes,
  ReleaseSummary,
} from '@awards/shared/releases'
import { SectionHeading } from '@awards/shared/ui'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { figuresOf, type Remote, sharesOf, useReleaseMinutesQuery } from './registry-client.ts'
import { HeadingToggle, useFigures } from './release-parts.tsx'
import styles from './health.module.css'

const MINUTE_MS = 60_000
const POLL_MS = 15_000
const BAR = 10
const HEIGHT = 72
/** A single failure among thousands of views is still seen. */
const LEAST = 3

const minuteKey = (at: number) => new Date(at).toISOString()

type ChartProps = { version: string; data: ReleaseMinutes }

/** Views of a release by minute as bars, with the failing ones on top of them. */
function MinuteChart({ version, data }: ChartProps) {
  const { t } = useTranslation('releases')
  const format = useFormat()
  const from = Date.parse(data.since)
  const until = Date.parse(data.until)
  const own = new Map(
    data.minutes.filter((one) => one.version === version).map((one) => [one.minute, one]),
  )
  const columns = Array.from({ length: Math.round((until - from) / MINUTE_MS) }, (_, index) =>
    own.get(minuteKey(from + index * MINUTE_MS)),
  )
  const most = Math.max(1, ...columns.map((one) => one?.views ?? 0))
  const total = (figure: 'views' | 'failed_views') =>
    columns.reduce((sum, one) => sum + (one?.[figure] ?? 0), 0)
  const label = t('chart.label', {
    version,
    views: format.number(total('views')),
    failed: format.number(total('failed_views')),
    most: format.number(most),
  })
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <code>{version}</code>
        <span>{t('chart.most', { count: most })}</span>
      </figcaption>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${columns.length * BAR} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {columns.map((one, index) => (
          <Bar key={index} at={index * BAR} minute={one} most={most} />
        ))}
      </svg>
      <p className={styles.axis} aria-hidden="true">
        <span>{format.date(from, 'time')}</span>
        <span>{format.date(until, 'time')}</span>
      </p>
    </figure>
  )
}

type BarProps = { at: number; minute: ReleaseMinute | undefined; most: number }

function Bar({ at, minute, most }: BarProps) {
  const views = minute?.views ?? 0
  const failed = minute?.failed_views ?? 0
  const height = Math.max((views / most) * HEIGHT, views > 0 ? 1 : 0)
  const bad = failed > 0 ? Math.min(Math.max((failed / most) * HEIGHT, LEAST), HEIGHT) : 0
  const top = HEIGHT - Math.max(height, bad)
  return (
    <>
      <rect className={styles.none} x={at + 1} y={HEIGHT - 1} width={BAR - 2} height={1} />
      {views > 0 && (
        <rect
          className={styles.views}
          x={at + 1}
          y={HEIGHT - height}
          width={BAR - 2}
          height={height}
        />
      )}
      {bad > 0 && (
        <rect className={styles.failed} x={at + 1} y={top} width={BAR - 2} height={bad} />
      )}
    </>
  )
}

const COLUMNS = ['failed_loads', 'error_views', 'api_failed_views', 'failed_renders'] as const

/** The same minutes as numbers, the newest first. */
function MinuteTable({ data }: { data: ReleaseMinutes }) {
  const { t } = useTranslation('releases')
  const format = useFormat()
  const { count, share } = useFigures()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('chart.table')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('chart.minute')}</th>
            <th scope="col">{t('column.version')}</th>
            <th scope="col">{t('figure.views')}</th>
            <th scope="col">{t('figure.failed_views')}</th>
            {COLUMNS.map((one) => (
              <th key={one} scope="col">
                {t(`figure.${one}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.minutes.toReversed().map((one) => (
            <tr key={`${one.minute} ${one.version}`}>
              <th scope="row">{format.date(one.minute, 'time')}</th>
              <td className={styles.code}>{one.version}</td>
              <td>{count(one.views)}</td>
              <td>
                {count(one.failed_views)}
                {(one.failed_views ?? 0) > 0 && ` (${share(one.failed_views, one.views)})`}
              </td>
              {COLUMNS.map((figure) => (
                <td key={figure}>{count(one[figure])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Row = { figure: string; text: (summary: ReleaseSummary) => string }

/** What each deployed release did in the last hour, side by side. */
function HourTable({
  remote,
  channel,
  versions,
}: {
  remote: Remote
  channel: Channel
  versions: string[]
}) {
  const { t } = useTranslation('releases')
  const { count, share, time } = useFigures()
  const rows: Row[] = [
    { figure: 'views', text: ({ views }) => count(views) },
    {
      figure: 'failed_views',
      text: ({ failed_views, views }) => share(failed_views, views),
    },
    { figure: 'failed_loads', text: ({ failed_loads, loads }) => share(failed_loads, loads) },
    { figure: 'error_views', text: ({ error_views, views }) => share(error_views, views) },
    {
      figure: 'api_failed_views',
      text: ({ api_failed_views, views }) => share(api_failed_views, views),
    },
    {
      figure: 'failed_renders',
      text: ({ failed_renders, renders }) => share(failed_renders, renders),
    },
    { figure: 'LCP', text: ({ lcp_p75 }) => time(lcp_p75) },
    { figure: 'INP', text: ({ inp_p75 }) => time(inp_p75) },
  ]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('hourTable')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            {versions.map((version) => (
              <th key={version} scope="col" className={styles.code}>
                {version}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ figure, text }) => (
            <tr key={figure}>
              <th scope="row">{t(`figure.${figure}`)}</th>
              {versions.map((version) => {
                const summary = figuresOf(remote, channel, version)
                return <td key={version}>{summary ? text(summary) : count(null)}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type HealthProps = { remote: Remote; channel: Channel; deployment: Deployment }

/** How the deployed releases of a remote fared in the last hour, by minute and in sum. */
export function Health({ remote, channel, deployment }: HealthProps) {
  const { t } = useTranslation('releases')
  const id = useId()
  const [isTable, setTable] = useState(false)
  const place = { channel, name: remote.name }
  const { data } = useReleaseMinutesQuery(place, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  })
  const versions = sharesOf(deployment).map(({ version }) => version)
  const seen = versions.filter((version) => data?.minutes.some((one) => one.version === version))
  return (
    <section aria-labelledby={id}>
      <SectionHeading
        id={id}
        size="small"
        aside={
          seen.length > 0 && (
            <HeadingToggle isOn={isTable} onChange={setTable} label={t('chart.asTable')} />
          )
        }
      >
        {t('hour')}
      </SectionHeading>
      <div className={styles.health}>
        <div className={styles.charts}>
          {data && seen.length === 0 && <p className={styles.quiet}>{t('chart.nothing')}</p>}
          {data &&
            (isTable && seen.length > 0 ? (
              <MinuteTable data={data} />
            ) : (
              seen.map((version) => <MinuteChart key={version} version={version} data={data} />)
            ))}
        </div>
        <HourTable remote={remote} channel={channel} versions={versions} />
      </div>
    </section>
  )
}
