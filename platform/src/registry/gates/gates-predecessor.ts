import { gunzipSync } from 'node:zlib'
import {
  contractOf,
  routesOf,
  ROUTE_ASSETS_FILE,
  RouteAssets,
  sizesByPage,
  SURFACE_FILE,
  type Channel,
  type GateProblem,
  type ReleaseManifest,
} from '@awards/shared/releases'
import semver from 'semver'
import { describeChanges, forbiddenChanges, Surface, versionFor } from './compare-surfaces.ts'

/* Gates of a publication: what a team says of its build, and how the release differs from the one that a channel runs. */

/** The release that a channel gives most visitors. */
export type Predecessor = {
  readonly channel: Channel
  readonly version: string
  /** Bytes of its files by path. */
  readonly sizes: ReadonlyMap<string, number>
  /** Bytes of one of its files; undefined if it has none under this path. */
  readonly file: (path: string) => Promise<Buffer | undefined>
}

/** What the publisher says of the build. */
export type Attested = {
  readonly types: 'ok' | 'failed' | 'unchecked'
  /** Why the release may be larger. */
  readonly acceptSize: string | undefined
}

type Candidate = {
  readonly manifest: ReleaseManifest
  readonly files: ReadonlyMap<string, Buffer>
}

const KB = 1_024
const MAX_GROWTH = 0.05
/** Below this the twentieth part of a small page is no more than a comment. */
const LEAST_GROWTH_BYTES = 2 * KB
/** The surface of today has 25 KB packed, 600 KB unpacked. */
const MAX_SURFACE_BYTES = 16 * KB * KB

const kilobytes = (bytes: number) => `${Math.ceil(bytes / KB)} KB`

/** Refuses a release that runs with every contract: it would load in a shell that does not suit it. */
export function contractProblems(manifest: ReleaseManifest): GateProblem[] {
  const contract = contractOf(manifest)
  // A range that admits any major version holds nobody to anything.
  const isAny = semver.validRange(contract) === null || semver.satisfies('999999.0.0', contract)
  if (!isAny) return []
  return [
    {
      gate: 'contract_any',
      subject: '@awards/shared/contract',
      wanted: 'a range such as ^1.4.0',
      provided: contract,
      message:
        `The release declares the contract "${contract}", which every shell satisfies. ` +
        'Build it with the build of this repository, which writes the range of the installed shared.',
    },
  ]
}

/** Refuses a build whose types do not compile, or were not looked at. */
export function typeProblems({ types }: Attested): GateProblem[] {
  if (types === 'ok') return []
  const what =
    types === 'failed'
      ? 'The sources do not compile against the installed shared; the compiler says where'
      : 'Nobody has said whether the sources compile against the installed shared'
  return [
    {
      gate: 'types_failed',
      wanted: 'ok',
      provided: types,
      message: `${what}. "npm run mfe -- publish" compiles them first.`,
    },
  ]
}

/** Refuses menu entries that lead to no public page of the release itself. */
export function menuProblems(name: string, manifest: ReleaseManifest): GateProblem[] {
  const own = routesOf(name, manifest)
  const isPublic = (path: string) =>
    own.some(
      ({ path: at, wrappers, rights = [] }) =>
        at === path && wrappers.length === 0 && rights.length === 0,
    )
  return (manifest.menu ?? [])
    .filter(({ path }) => !isPublic(path))
    .map(({ path }) => ({
      gate: 'manifest_invalid',
      subject: path,
      message: `The menu leads to ${path}, which is no public page of ${name}. Declare it among the routes of remote.json, or take the entry out.`,
    }))
}

function assetsIn(bytes: Buffer | undefined): RouteAssets | undefined {
  try {
    return RouteAssets.safeParse(JSON.parse(bytes?.toString() ?? '')).data
  } catch {
    return undefined
  }
}

/** Refuses pages beyond the budget of remote.json, and those that grew by more than a twentieth. */
export async function sizeProblems(
  { manifest, files }: Candidate,
  predecessors: readonly Predecessor[],
  { acceptSize }: Attested,
): Promise<GateProblem[]> {
  if (acceptSize) return []
  const sizes = new Map([...files].map(([path, bytes]) => [path, bytes.length]))
  const now = sizesByPage(sizes, assetsIn(files.get(ROUTE_ASSETS_FILE)))
  const advice =
    'Take out what it does not need, or publish with --accept-size "why"; the record keeps the reason.'
  const problems: GateProblem[] = []
  const budget = manifest.budget === undefined ? Infinity : manifest.budget * KB
  for (const [page, bytes] of now) {
    if (bytes <= budget) continue
    problems.push({
      gate: 'size_exceeded',
      subject: page,
      wanted: kilobytes(budget),
      provided: kilobytes(bytes),
      message: `${page} loads ${kilobytes(bytes)} of scripts and styles; the budget of remote.json is ${kilobytes(budget)}. ${advice}`,
    })
  }
  for (const { channel, version, sizes: sizesBefore, file } of predecessors) {
    const before = sizesByPage(sizesBefore, assetsIn(await file(ROUTE_ASSETS_FILE)))
    for (const [page, bytes] of now) {
      const was = before.get(page)
      if (was === undefined || bytes - was <= LEAST_GROWTH_BYTES) continue
      const growth = bytes / was - 1
      if (growth <= MAX_GROWTH) continue
      const percent = Number.isFinite(growth) ? `${Math.round(growth * 100)} %` : 'from nothing'
      problems.push({
        gate: 'size_exceeded',
        subject: page,
        wanted: kilobytes(was * (1 + MAX_GROWTH)),
        provided: kilobytes(bytes),
        message: `${page} grows from ${kilobytes(was)} to ${kilobytes(bytes)} (${percent}) since ${version} in ${channel}; 5 % are let through. ${advice}`,
      })
    }
  }
  return problems
}

/** The surface that a release was built with; undefined for one of before, or one that cannot be read. */
function surfaceIn(bytes: Buffer | undefined): Surface | undefined {
  try {
    const text = bytes && gunzipSync(bytes, { maxOutputLength: MAX_SURFACE_BYTES }).toString()
    return Surface.safeParse(JSON.parse(text ?? '')).data
  } catch {
    return undefined
  }
}

/**
 * Refuses a release whose `shared` breaks what that of the release before offered, without a new major version: its
 * pages and the API would no longer mean the same. A release of an older `shared` is a way back and breaks nothing.
 */
export async function surfaceProblems(
  { files }: Candidate,
  predecessors: readonly Predecessor[],
): Promise<GateProblem[]> {
  const after = surfaceIn(files.get(SURFACE_FILE))
  if (!after) return []
  const problems: GateProblem[] = []
  for (const { channel, version, file } of predecessors) {
    const before = surfaceIn(await file(SURFACE_FILE))
    if (!before || semver.lt(after.version, before.version)) continue
    const broken = forbiddenChanges(before, after).filter(({ level }) => level === 'major')
    for (const change of broken) {
      problems.push({
        gate: 'surface_broken',
        subject: change.what,
        wanted: versionFor(before.version, broken),
        provided: after.version,
        message:
          `shared ${after.version} breaks what ${version} in ${channel} was built with (${before.version}):\n` +
          `${describeChanges([change])}\n` +
          `Write "version": "${versionFor(before.version, broken)}" into shared/package.json, or take the change back.`,
      })
    }
  }
  return problems
}
