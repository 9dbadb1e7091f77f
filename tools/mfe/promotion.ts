import type { DeployedVersion } from '@awards/shared/releases'

/**
 * What a channel has to give so that `version` gets `traffic` percent. The version that most visitors
 * had gets the rest and is the last known good, to which a tab goes when the new one cannot be loaded;
 * so it stays listed with nothing until the next promotion.
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

const key = (versions: readonly DeployedVersion[]) =>
  versions
    .map((one) => [one.version, one.traffic, one.default].join(' '))
    .sort()
    .join()

/** Do two deployments give the same? */
export const isSame = (a: readonly DeployedVersion[], b: readonly DeployedVersion[]) =>
  key(a) === key(b)

/** `1.2.0 10 %, 1.1.0 90 % (default)`. */
export const describe = (versions: readonly DeployedVersion[]) =>
  versions.length === 0
    ? 'nothing'
    : versions
        .map((one) => `${one.version} ${one.traffic} %${one.default ? ' (default)' : ''}`)
        .join(', ')

/** The version that most visitors get. */
export const mostGiven = (versions: readonly DeployedVersion[]) =>
  versions.toSorted((a, b) => b.traffic - a.traffic)[0]?.version
