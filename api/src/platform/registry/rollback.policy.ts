import type { DeployedVersion, Deployment } from '@awards/shared/platform'

const isIdle = (one: DeployedVersion) => one.traffic === 0 && !one.default
/** All visitors had it, or would have had it where another version fails. */
export const isForEverybody = (one: DeployedVersion) => one.default || one.traffic === 100
const givesTraffic = ({ traffic }: DeployedVersion) => traffic > 0

/**
 * The versions that a rollback takes away: what is being rolled out beside the last that was good
 * (`default`). Where the default itself has all the traffic, that is the one.
 */
function blamed({ versions }: Deployment): string[] {
  const live = versions.filter(givesTraffic)
  const rollingOut = live.filter((one) => !one.default)
  return (rollingOut.length > 0 ? rollingOut : live).map(({ version }) => version)
}

/**
 * What a rollback may restore, best first: earlier deployments of the remote that give no visitor a
 * version that is to go or was rolled back before. So one rollback ends a whole ramp of 1, 10 and 50
 * percent, and a second one goes further back, not forward again.
 */
export function rollbackCandidates(
  present: Deployment,
  earlier: readonly (readonly DeployedVersion[])[],
): (readonly DeployedVersion[])[] {
  const away = new Set([...blamed(present), ...present.withdrawn])
  return earlier
    .filter((versions) => versions.every((one) => !away.has(one.version) || isIdle(one)))
    .map((versions) => versions.filter(({ version }) => !away.has(version)))
    .filter((versions) => versions.length > 0)
}

/** Most that discovery carries. */
const MOST_WITHDRAWN = 50

/** Versions that open tabs have to leave: those left behind now, and those of earlier rollbacks. */
export function withdrawnAfter(
  present: Deployment,
  restored: readonly DeployedVersion[],
): string[] {
  const kept = new Set(restored.map(({ version }) => version))
  const left = present.versions.map(({ version }) => version)
  const all = new Set([...left, ...present.withdrawn])
  return [...all].filter((version) => !kept.has(version)).slice(0, MOST_WITHDRAWN)
}
