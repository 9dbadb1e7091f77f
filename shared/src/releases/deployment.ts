import { ROLLOUT_STEPS } from './rollout.ts'
import type { Canary, DeployedVersion } from './registry-api.ts'

/**
 * Versions of a channel that give `version` its `traffic` percent. The version with the most traffic so far
 * gets the rest and is the last known good, the fallback of a tab that cannot load the new one;
 * so it stays listed with 0 % until the next promotion.
 */
export function promotionOf(
  present: readonly DeployedVersion[],
  version: string,
  traffic: number,
): DeployedVersion[] {
  const [previous] = present
    .filter((one) => one.version !== version)
    .sort((a, b) => b.traffic - a.traffic || Number(b.default) - Number(a.default))
  if (!previous) return [{ version, traffic: 100, default: true }]
  return [
    { version, traffic, default: false },
    { version: previous.version, traffic: 100 - traffic, default: true },
  ]
}

const keyOf = (versions: readonly DeployedVersion[]) =>
  versions
    .map((one) => [one.version, one.traffic, one.default].join(' '))
    .sort()
    .join()

/** Whether two deployments have the same versions, traffic and default. */
export const isSameTraffic = (a: readonly DeployedVersion[], b: readonly DeployedVersion[]) =>
  keyOf(a) === keyOf(b)

/** The version with the most traffic. */
export const mainVersion = (versions: readonly DeployedVersion[]): string | undefined =>
  versions.toSorted((a, b) => b.traffic - a.traffic)[0]?.version

/** What a promotion asks for: a canary needs another version that has visitors beside it, else everybody gets it. */
export function promotionPlan(
  present: readonly DeployedVersion[],
  version: string,
  { traffic, canary }: { traffic: number; canary: Canary | undefined },
): { versions: DeployedVersion[]; canary: Canary | undefined } {
  const hasBeside = present.some((one) => one.version !== version && one.traffic > 0)
  const judged = hasBeside ? canary : undefined
  return {
    versions: promotionOf(present, version, judged ? ROLLOUT_STEPS[0] : traffic),
    canary: judged,
  }
}
