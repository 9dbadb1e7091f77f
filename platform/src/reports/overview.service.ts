import {
  CHANNELS,
  PlatformOverview,
  type PublishedVersion,
  type VersionHealth,
  VITAL_LIMITS,
  type ReleaseSummary,
  type Vital,
  type Channel,
  type ReleaseMinute,
  type ReleaseMinutes,
} from '@awards/shared/releases'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { publishedVersion, type ReleaseRow } from '../registry/releases.repository.ts'
import {
  releaseFiguresRepository,
  type TotalRow,
  overviewRepository,
  minuteOf,
  type MinuteRow,
} from './release-figures.repository.ts'
import { telemetryRepository } from './vitals.repository.ts'
import { p75Class, speedOfClass } from '../registry/rollout/step-tests.ts'

const isVital = (figure: string): figure is Vital => Object.hasOwn(VITAL_LIMITS, figure)

/** Failures of a kind; null where nothing was counted that could have failed. */
const failuresOf = (counts: ReadonlyMap<string, number>, figure: string, of: string) =>
  counts.has(of) || counts.has(figure) ? (counts.get(figure) ?? 0) : null

/** What the counts of one release in one channel say; a figure that nobody could have counted is null, not 0. */
function summaryOf(rows: readonly TotalRow[]): ReleaseSummary {
  const counts = new Map<string, number>()
  const speeds = new Map<Vital, Map<number, number>>()
  const calls = new Map<string, number>()
  for (const { figure, part, count } of rows) {
    if (isVital(figure)) {
      const histogram = speeds.get(figure) ?? new Map<number, number>()
      speeds.set(figure, histogram.set(Number(part), count))
    } else if (figure === 'api_errors') calls.set(part, count)
    // What is judged and what is not are two parts of one count.
    else counts.set(figure, (counts.get(figure) ?? 0) + count)
  }
  const p75 = (vital: Vital) => {
    const found = p75Class(speeds.get(vital) ?? new Map())
    return found === undefined ? null : Math.round(speedOfClass(found))
  }
  const views = counts.get('views') ?? null
  return {
    views,
    failed_views: failuresOf(counts, 'failed_views', 'views'),
    loads: counts.get('loads') ?? null,
    failed_loads: failuresOf(counts, 'failed_loads', 'loads'),
    fallbacks: failuresOf(counts, 'fallbacks', 'loads'),
    error_views: failuresOf(counts, 'error_views', 'views'),
    api_failed_views: failuresOf(counts, 'api_failed_views', 'views'),
    renders: counts.get('renders') ?? null,
    failed_renders: failuresOf(counts, 'failed_renders', 'renders'),
    api_errors: Object.fromEntries([...calls].sort(([, a], [, b]) => b - a)),
    lcp_p75: p75('LCP'),
    inp_p75: p75('INP'),
  }
}

/** Time window of the load counts. */
export const HEALTH_WINDOW_MS = 3_600_000

/** Skips a release whose row does not parse, so that it does not hide the others. */
function parseRelease(row: ReleaseRow): PublishedVersion[] {
  try {
    return [publishedVersion(row)]
  } catch {
    return []
  }
}

/** Figures of a release in each channel that counted any. */
function figuresByChannel(
  rows: readonly TotalRow[],
  { name, version }: { name: string; version: string },
) {
  const own = rows.filter((row) => row.name === name && row.version === version)
  return Object.fromEntries(
    CHANNELS.flatMap((channel) => {
      const here = own.filter((row) => row.channel === channel)
      return here.length > 0 ? [[channel, summaryOf(here)]] : []
    }),
  )
}

/** Data of the testers' panel: per remote its deployments, its releases, and load counts of the last hour. */
export function overviewService({ registryDb, config, clock }: AppContext) {
  const registry = overviewRepository(registryDb)
  const telemetry = telemetryRepository(registryDb)

  async function healthByVersion(): Promise<ReadonlyMap<string, VersionHealth>> {
    const rows = await telemetry.health(new Date(clock().getTime() - HEALTH_WINDOW_MS))
    return new Map(
      rows
        .filter(({ channel }) => channel === config.channel)
        .map(({ name, version, ok, fallback, failed }) => [
          `${name}@${version}`,
          { ok, fallback, failed },
        ]),
    )
  }

  const totals = () =>
    releaseFiguresRepository(registryDb).totals(new Date(clock().getTime() - HEALTH_WINDOW_MS))

  return {
    async overview(): Promise<PlatformOverview> {
      const [names, deployments, health, figures] = await Promise.all([
        registry.remotes(),
        registry.deployments(),
        healthByVersion(),
        totals(),
      ])
      const remotes = await Promise.all(
        names.map(async (name) => {
          const here = deployments.filter((one) => one.name === name)
          const deployed = here.flatMap(({ versions }) => versions.map(({ version }) => version))
          const rows = await registry.versions(name, deployed)
          const versions = rows.flatMap(parseRelease).map((one) => ({
            ...one,
            health: health.get(`${name}@${one.version}`) ?? null,
            figures: figuresByChannel(figures, one),
          }))
          return { name, deployments: here, versions }
        }),
      )
      const { channel, pins } = config
      return PlatformOverview.parse({ channel, pins, remotes })
    },
  }
}

const WINDOW_MS = 3_600_000

const keyOf = ({ minute, version }: MinuteRow) => `${minute.getTime()} ${version}`

function minuteOfRows(rows: readonly MinuteRow[]): ReleaseMinute[] {
  const [first] = rows
  if (!first) return []
  const counts = new Map(rows.map(({ figure, count }) => [figure, count]))
  return [
    {
      minute: first.minute.toISOString(),
      version: first.version,
      views: counts.get('views') ?? null,
      failed_views: failuresOf(counts, 'failed_views', 'views'),
      failed_loads: failuresOf(counts, 'failed_loads', 'loads'),
      error_views: failuresOf(counts, 'error_views', 'views'),
      api_failed_views: failuresOf(counts, 'api_failed_views', 'views'),
      failed_renders: failuresOf(counts, 'failed_renders', 'renders'),
    },
  ]
}

/** What the releases of a remote did in a channel in each minute of the last hour. */
export async function releaseMinutes(
  { registryDb, clock }: Pick<AppContext, 'registryDb' | 'clock'>,
  { channel, name }: { channel: Channel; name: string },
): Promise<ReleaseMinutes> {
  const until = new Date(minuteOf(clock()).getTime() + 60_000)
  const since = new Date(until.getTime() - WINDOW_MS)
  const rows = await releaseFiguresRepository(registryDb).byMinute(name, channel, since, until)
  const byKey = Map.groupBy(rows, keyOf)
  return {
    since: since.toISOString(),
    until: until.toISOString(),
    minutes: [...byKey.values()].flatMap(minuteOfRows),
  }
}
