import {
  CHANNELS,
  PlatformOverview,
  type PublishedVersion,
  type VersionHealth,
} from '@awards/shared/releases'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { publishedVersion } from '../registry/releases.repository.ts'
import type { ReleaseRow } from '../registry/releases.repository.ts'
import { overviewRepository } from './overview.repository.ts'
import { releaseFiguresRepository, type TotalRow } from './release-figures.repository.ts'
import { summaryOf } from './release-summary.ts'
import { telemetryRepository } from './telemetry.repository.ts'

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
