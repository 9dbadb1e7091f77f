import { MANIFEST_FILE, type GateProblem, type ReleaseManifest } from '@awards/shared/platform'
import {
  chunkNameProblems,
  fileProblems,
  identityProblems,
  parseManifest,
} from './gates-manifest.ts'
import { routeProblems, sharedProblems, type Neighbour, type ChannelShell } from './gates-routes.ts'
import {
  type Received,
  type ReleaseFiles,
  type ReleaseId,
  ARCHIVE_LIMITS,
} from './release-files.ts'

/** What a release will live among. */
export type Surroundings = {
  readonly shells: readonly ChannelShell[]
  /** The other remotes that are deployed in the same channels. */
  readonly neighbours: readonly Neighbour[]
  /** Every other version of the remote that was ever published. */
  readonly otherVersions: readonly string[]
}

export type Judged = {
  readonly problems: readonly GateProblem[]
  /** Present when the manifest could be read. */
  readonly manifest: ReleaseManifest | undefined
}

/** Everything that is wrong with a release, so that nobody has to publish twice to learn it. */
export function judgeRelease(id: ReleaseId, received: Received, around: Surroundings): Judged {
  const { files, problems, isWhole } = received
  if (!isWhole) return { problems: named(problems), manifest: undefined }
  const read = readManifest(files)
  if (!read.manifest)
    return { problems: named([...problems, ...read.problems]), manifest: undefined }
  const { manifest, raw } = read
  return {
    manifest,
    problems: named([
      ...problems,
      ...identityProblems(id, manifest, raw, around.otherVersions),
      ...fileProblems(manifest, files),
      ...chunkNameProblems(id, manifest, files),
      ...suitProblems(id, manifest, around),
    ]),
  }
}

/** What a release may lack in a channel although it was right when it was published. */
export const suitProblems = (
  id: ReleaseId,
  manifest: ReleaseManifest,
  { shells, neighbours }: Pick<Surroundings, 'shells' | 'neighbours'>,
): GateProblem[] => [
  ...sharedProblems(manifest, shells),
  ...routeProblems(id.name, manifest, shells, neighbours),
]

function readManifest(files: ReleaseFiles) {
  const bytes = files.get(MANIFEST_FILE)
  if (bytes) return parseManifest(bytes)
  const message = `The archive has no ${MANIFEST_FILE}. Build the remote for production and send the folder that holds it.`
  const problems: GateProblem[] = [{ gate: 'manifest_missing', subject: MANIFEST_FILE, message }]
  return { manifest: undefined, problems }
}

/** The first of each gate; the rest of them is counted. */
function named(problems: readonly GateProblem[]): GateProblem[] {
  const byGate = Map.groupBy(problems, ({ gate }) => gate)
  return [...byGate].flatMap(([gate, all]) => {
    const shown = all.slice(0, ARCHIVE_LIMITS.problemsNamed)
    const more = all.length - shown.length
    return more > 0 ? [...shown, { gate, message: `And ${more} more of this kind.` }] : shown
  })
}
