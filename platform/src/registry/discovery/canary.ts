import { createHash } from 'node:crypto'
import semver from 'semver'
import type { DeployedVersion } from '@awards/shared/platform'

/** Hundredths of a percent: traffic of 1 % is 100 of them. */
const BUCKETS = 10_000
const BUCKETS_PER_PERCENT = BUCKETS / 100

/**
 * Where a visitor stands in the ramp of one remote, for good: neither the versions nor other remotes
 * have a say in it, so nobody is moved back when more traffic is given to a version.
 */
export const bucketOf = (remote: string, visitor: string): number =>
  createHash('sha256').update(`${remote}:${visitor}`).digest().readUInt32BE(0) % BUCKETS

/** Newest first. What our grammar takes and semver does not (`1.0.0-007`) comes after its peers. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [semver.parse(a), semver.parse(b)]
  if (left && right) return semver.rcompare(left, right) || compareTexts(a, b)
  if (left ?? right) return left ? -1 : 1
  return compareTexts(a, b)
}

const compareTexts = (a: string, b: string) => (a === b ? 0 : a < b ? 1 : -1)

/**
 * The version of a deployment that a visitor gets; the order in which it is written has no say. Somebody who takes
 * part in no canary (`undefined`) gets the known good one.
 */
export function chooseVersion(
  remote: string,
  versions: readonly DeployedVersion[],
  visitor: string | undefined,
): DeployedVersion | undefined {
  if (visitor === undefined && isSplit(versions)) return versions.find((one) => one.default)
  const bucket = bucketOf(remote, visitor ?? '')
  let end = 0
  return versions
    .toSorted((a, b) => compareVersions(a.version, b.version))
    .find(({ traffic }) => {
      end += traffic * BUCKETS_PER_PERCENT
      return end > bucket
    })
}

/** Whether visitors of a deployment get different versions. */
export const isSplit = (versions: readonly DeployedVersion[]): boolean =>
  versions.filter(({ traffic }) => traffic > 0).length > 1
