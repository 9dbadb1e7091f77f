import type { DeployedVersion, ReleaseHealth } from '@awards/shared/releases'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { telemetryRepository } from '../reports/telemetry.repository.ts'
import { Refusal } from './registry-input.ts'

/** Time window of the loads in staging. */
const WINDOW_MS = 24 * 3_600_000
/** Fewer failures are ignored: a single tester with a bad connection must not block a release. */
const MIN_FAILURES = 3
/** Share of loads that may fail. */
const MAX_FAILURE_RATE = 0.01

type Health = ReleaseHealth[number]

const isUnhealthy = ({ ok, fallback, failed }: Health) =>
  fallback + failed >= MIN_FAILURES &&
  fallback + failed > (ok + fallback + failed) * MAX_FAILURE_RATE

const figures = ({ version, ok, fallback, failed }: Health) =>
  `${version}: ${ok} ok, ${fallback} fell back to another version, ${failed} failed`

/**
 * Refuses production for a release with too many failed loads in staging in the last 24 hours. Throws a `Refusal`
 * (422 `staging_failures`) with the figures, unless the caller accepts them.
 */
export function stagingHealth({ registryDb, clock }: Pick<AppContext, 'registryDb' | 'clock'>) {
  return async (
    { channel, name }: { channel: string; name: string },
    versions: readonly DeployedVersion[],
    accepted: boolean,
  ): Promise<void> => {
    if (channel !== 'production' || accepted || versions.length === 0) return
    const since = new Date(clock().getTime() - WINDOW_MS)
    const loads = await telemetryRepository(registryDb).health(since)
    const bad = loads.filter(
      (one) =>
        one.channel === 'staging' &&
        one.name === name &&
        versions.some(({ version }) => version === one.version) &&
        isUnhealthy(one),
    )
    if (bad.length === 0) return
    const message =
      `${name} failed to load in staging in the last 24 hours (${bad.map(figures).join('; ')}). ` +
      'Repair it and ship it again; or, if you know why, repeat with --accept-failures and a --reason.'
    throw new Refusal(422, 'staging_failures', message)
  }
}
