import { MANIFEST_FILE, type GateProblem, type ReleaseManifest } from '@awards/shared/releases'
import {
  chunkNameProblems,
  fileProblems,
  identityProblems,
  parseManifest,
} from './gates-manifest.ts'
import {
  routeProblems,
  sharedProblems,
  type OtherRemote,
  type ChannelShell,
} from './gates-routes.ts'
import {
  type ReceivedFiles,
  type ReleaseFiles,
  type ReleaseId,
  ARCHIVE_LIMITS,
} from './release-files.ts'

/** The shells and releases that a release is checked against. */
export type GateContext = {
  readonly shells: readonly ChannelShell[]
  /** Other remotes deployed in the same channels. */
  readonly otherRemotes: readonly OtherRemote[]
  /** All other versions of the remote ever published. */
  readonly otherVersions: readonly string[]
}

export type GateResult = {
  readonly problems: readonly GateProblem[]
  /** Undefined if the manifest could not be parsed. */
  readonly manifest: ReleaseManifest | undefined
}

/** Runs all gates on a release and reports every problem at once. */
export function runGates(id: ReleaseId, received: ReceivedFiles, context: GateContext): GateResult {
  const { files, problems, isComplete } = received
  if (!isComplete) return { problems: limitPerGate(problems), manifest: undefined }
  const read = readManifest(files)
  if (!read.manifest)
    return { problems: limitPerGate([...problems, ...read.problems]), manifest: undefined }
  const { manifest, raw } = read
  return {
    manifest,
    problems: limitPerGate([
      ...problems,
      ...identityProblems(id, manifest, raw, context.otherVersions),
      ...fileProblems(manifest, files),
      ...chunkNameProblems(id, manifest, files),
      ...compatibilityProblems(id, manifest, context),
    ]),
  }
}

/** Gates that depend on the channel and are repeated at each promotion: shared modules and routes. */
export const compatibilityProblems = (
  id: ReleaseId,
  manifest: ReleaseManifest,
  { shells, otherRemotes }: Pick<GateContext, 'shells' | 'otherRemotes'>,
): GateProblem[] => [
  ...sharedProblems(manifest, shells),
  ...routeProblems(id.name, manifest, shells, otherRemotes),
]

function readManifest(files: ReleaseFiles) {
  const bytes = files.get(MANIFEST_FILE)
  if (bytes) return parseManifest(bytes)
  const message = `The archive has no ${MANIFEST_FILE}. Build the remote for production and send the folder that holds it.`
  const problems: GateProblem[] = [{ gate: 'manifest_missing', subject: MANIFEST_FILE, message }]
  return { manifest: undefined, problems }
}

/** Limits the problems of each gate to 20 and counts the rest. */
export function limitPerGate(problems: readonly GateProblem[]): GateProblem[] {
  const byGate = Map.groupBy(problems, ({ gate }) => gate)
  return [...byGate].flatMap(([gate, all]) => {
    const shown = all.slice(0, ARCHIVE_LIMITS.problemsNamed)
    const more = all.length - shown.length
    return more > 0 ? [...shown, { gate, message: `And ${more} more of this kind.` }] : shown
  })
}
