import {
  PlatformOverview,
  type PublishedVersion,
  type VersionHealth,
} from '@awards/shared/releases'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { publishedVersion } from '../registry/releases.repository.ts'
import type { ReleaseRow } from '../registry/releases.repository.ts'
import { overviewRepository } from './overview.repository.ts'
import { telemetryRepository } from './telemetry.repository.ts'

/** Time window of the load counts. */
export const HEALTH_WINDOW_MS = 3_600_000
const NO_LOADS: VersionHealth = { ok: 0, fallback: 0, failed: 0 }

/** Skips a release whose row does not parse, so that it does not hide the others. */
function parseRelease(row: ReleaseRow): PublishedVersion[] {
  try {
    return [publishedVersion(row)]
  } catch {
    return []
  }
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

  return {
    async overview(): Promise<PlatformOverview> {
      const [names, deployments, health] = await Promise.all([
        registry.remotes(),
        registry.deployments(),
        healthByVersion(),
      ])
      const remotes = await Promise.all(
        names.map(async (name) => {
          const here = deployments.filter((one) => one.name === name)
          const deployed = here.flatMap(({ versions }) => versions.map(({ version }) => version))
          const rows = await registry.versions(name, deployed)
          const versions = rows.flatMap(parseRelease).map((one) => ({
            ...one,
            health: health.get(`${name}@${one.version}`) ?? NO_LOADS,
          }))
          return { name, deployments: here, versions }
        }),
      )
      const { channel } = config
      const pins = config.pins === 'preview' ? 'preview' : 'on'
      return PlatformOverview.parse({ channel, pins, remotes })
    },
  }
}
