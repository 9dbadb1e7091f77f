import { createHash } from 'node:crypto'
import parse from 'semver/functions/parse.js'
import rcompare from 'semver/functions/rcompare.js'
import type { DeployedVersion } from '@awards/shared/releases'

/** One bucket is 0.01 % of the traffic. */
const BUCKETS = 10_000
const BUCKETS_PER_PERCENT = BUCKETS / 100

/**
 * The bucket (0 to 9999) of a visitor for one remote. It depends on remote and visitor only, so that more traffic for a
 * version moves nobody back to the old one.
 */
export const bucketOf = (remote: string, visitor: string): number =>
  createHash('sha256').update(`${remote}:${visitor}`).digest().readUInt32BE(0) % BUCKETS

/** Sorts newest first. Versions that our grammar accepts and semver does not (`1.0.0-007`) come last. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)]
  if (left && right) return rcompare(left, right) || compareTexts(a, b)
  if (left ?? right) return left ? -1 : 1
  return compareTexts(a, b)
}

const compareTexts = (a: string, b: string) => (a === b ? 0 : a < b ? 1 : -1)

/**
 * The version that a visitor gets, independent of the order of `versions`. A visitor who refused the canary cookie
 * (`undefined`) gets the default.
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

/** Whether a canary runs: more than one version has traffic. */
export const isSplit = (versions: readonly DeployedVersion[]): boolean =>
  versions.filter(({ traffic }) => traffic > 0).length > 1
