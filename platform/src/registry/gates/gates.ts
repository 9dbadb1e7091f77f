import {
  MANIFEST_FILE,
  type GateProblem,
  ReleaseManifest,
  EXPOSED,
  containerGlobal,
  containerName,
  SURFACE_FILE,
  uniqueName,
} from '@awards/shared/releases'
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
  integrityOf,
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

/** A problem of two values that have to be equal. */
const mismatch = (
  gate: GateProblem['gate'],
  subject: string,
  wanted: string,
  provided: string,
  advice: string,
): GateProblem => ({
  gate,
  subject,
  wanted,
  provided,
  message: `${subject} is ${JSON.stringify(provided)}, and has to be ${JSON.stringify(wanted)}. ${advice}`,
})

const invalid = (why: string): GateProblem => ({
  gate: 'manifest_invalid',
  subject: 'mf-manifest.json',
  message: `The manifest is not valid: ${why}. Build the remote with the build of this repository.`,
})

/** Manifests of this site have about 10 KB. */
const MAX_BYTES = 512 * 1024

type Parsed =
  | { manifest: ReleaseManifest; raw: unknown }
  | { manifest: undefined; problems: GateProblem[] }

function parseManifest(bytes: Buffer): Parsed {
  if (bytes.length > MAX_BYTES) {
    const why = `it has ${bytes.length} bytes, and may have ${MAX_BYTES}`
    return { manifest: undefined, problems: [invalid(why)] }
  }
  const raw = readJson(bytes)
  if (raw === undefined)
    return {
      manifest: undefined,
      problems: [invalid('it is not JSON, or has characters that nobody can keep')],
    }
  const parsed = ReleaseManifest.safeParse(raw)
  if (parsed.success) return { manifest: parsed.data, raw }
  const problems = parsed.error.issues.map(({ path, message }) =>
    invalid(`${path.join('.') || 'the whole'}: ${message}`),
  )
  return { manifest: undefined, problems }
}

/** NUL and lone surrogates, which PostgreSQL cannot store. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/

function readJson(bytes: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return UNSTORABLE.test(JSON.stringify(value)) ? undefined : (value ?? undefined)
  } catch {
    return undefined
  }
}

/** Gates that compare the manifest with the name and version it is published under. */
function identityProblems(
  { name, version }: ReleaseId,
  manifest: ReleaseManifest,
  raw: unknown,
  otherVersions: readonly string[],
): GateProblem[] {
  const { metaData } = manifest
  const container = containerName(name)
  const global = containerGlobal(name, version)
  const problems: GateProblem[] = []
  for (const [subject, provided] of [
    ['name', manifest.name],
    ['metaData.name', metaData.name],
  ] as const) {
    if (provided === container) continue
    const advice = `Publish it under its own name, or build ${name}.`
    problems.push(mismatch('name_mismatch', subject, container, provided, advice))
  }
  if (metaData.globalName !== global) {
    const advice = 'Two releases meet in one tab, so each needs a global name of its own.'
    const { globalName } = metaData
    problems.push(
      mismatch('global_name_mismatch', 'metaData.globalName', global, globalName, advice),
    )
  }
  const twin = otherVersions.find((other) => containerGlobal(name, other) === global)
  if (twin) {
    const advice = 'Choose a version that differs in letters or digits.'
    const subject = 'The global name of this version'
    problems.push({
      ...mismatch('global_name_mismatch', subject, 'a name of its own', global, advice),
      message: `${version} and ${twin}, which is published, both become ${global}. ${advice}`,
    })
  }
  const built = metaData.buildInfo.buildVersion
  if (built !== version) {
    const advice = 'Publish it under the version it was built as, or build it anew.'
    const subject = 'metaData.buildInfo.buildVersion'
    problems.push(mismatch('version_mismatch', subject, version, built, advice))
  }
  if (!manifest.exposes.some(({ path }) => path === EXPOSED)) {
    const provided = manifest.exposes.map(({ path }) => path).join(', ') || 'nothing'
    problems.push({
      gate: 'expose_missing',
      subject: 'exposes',
      wanted: EXPOSED,
      provided,
      message: `The release exposes ${provided}, and the shell asks for ${EXPOSED}. Expose it in the build.`,
    })
  }
  return [...problems, ...addressProblems(manifest, raw)]
}

const FOREIGN = /^\s*\/\/|:\/\/|^\s*(javascript|data|blob|file):/i

/** Requires relative URLs, so that a release never loads code from elsewhere. */
function addressProblems(manifest: ReleaseManifest, raw: unknown): GateProblem[] {
  const { publicPath, remoteEntry } = manifest.metaData
  const problems: GateProblem[] = []
  const code = isRecord(raw) && isRecord(raw['metaData']) && raw['metaData']['getPublicPath']
  if (publicPath !== 'auto' || code) {
    const provided = code ? `code (getPublicPath): ${String(code).slice(0, 100)}` : publicPath
    const advice = "Set output.publicPath to 'auto': a release lies where the registry serves it."
    problems.push(mismatch('public_path_not_auto', 'metaData.publicPath', 'auto', provided, advice))
  }
  const entry = entryPath(manifest)
  if (!isInside(entry)) {
    const advice = 'The entry has to lie in the folder of the release.'
    const subject = 'metaData.remoteEntry'
    problems.push(mismatch('entry_path_unsafe', subject, 'a path in the release', entry, advice))
  }
  if (remoteEntry.type !== 'global') {
    const advice = 'The shell checks the integrity of classic scripts alone.'
    const { type } = remoteEntry
    problems.push(
      mismatch('entry_path_unsafe', 'metaData.remoteEntry.type', 'global', type, advice),
    )
  }
  for (const text of stringsIn(manifest.remotes).filter((one) => FOREIGN.test(one))) {
    problems.push({
      gate: 'absolute_remote',
      subject: 'remotes',
      provided: text.slice(0, 200),
      message: `The release names a remote at ${JSON.stringify(text.slice(0, 200))}. Remotes are joined by discovery alone; take it out of the build.`,
    })
  }
  return problems
}

/** Whether a path stays inside the release. */
const isInside = (path: string) => !/^\/|\\|:/.test(path) && !path.split('/').includes('..')

/** Path of the remote entry in the release. */
const entryPath = ({ metaData: { remoteEntry } }: ReleaseManifest) =>
  remoteEntry.path ? `${remoteEntry.path.replace(/\/$/, '')}/${remoteEntry.name}` : remoteEntry.name

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  return isRecord(value) ? Object.values(value).flatMap(stringsIn) : []
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Files that no manifest has to list. */
const BESIDE: readonly string[] = [MANIFEST_FILE, SURFACE_FILE]

/** Requires that the manifest lists exactly the files of the archive, with their digests. */
function fileProblems(manifest: ReleaseManifest, files: ReleaseFiles): GateProblem[] {
  const listed = new Map(Object.entries(manifest.integrity))
  const problems: GateProblem[] = []
  for (const [path, wanted] of listed) {
    const bytes = files.get(path)
    if (!bytes) {
      problems.push(missing(path, 'the manifest lists it with a digest'))
      continue
    }
    const provided = integrityOf(bytes, wanted.slice(0, wanted.indexOf('-')))
    if (provided === wanted) continue
    problems.push({
      gate: 'digest_mismatch',
      subject: path,
      wanted,
      provided,
      message: `${path} has the digest ${provided}, and the manifest says ${wanted}. Build anew and change nothing afterwards.`,
    })
  }
  for (const path of files.keys()) {
    if (BESIDE.includes(path) || listed.has(path)) continue
    problems.push({
      gate: 'file_unlisted',
      subject: path,
      message: `${path} is in the archive, and the manifest does not list it. Send the build folder alone, as the build left it.`,
    })
  }
  const entry = entryPath(manifest)
  if (isInside(entry) && !listed.has(entry))
    problems.push(missing(entry, 'it is the entry of the remote'))
  return problems
}

const missing = (path: string, why: string): GateProblem => ({
  gate: 'file_missing',
  subject: path,
  message: `${path} is missing: ${why}. Send the whole build folder.`,
})

/** Name of webpack's global chunk array for this release, mangled as webpack does. */
const chunkArray = ({ name, version }: ReleaseId) =>
  `webpackChunk${uniqueName(name, version).replace(/[^A-Za-z0-9$]+/g, '_')}`

/**
 * Requires a chunk array of its own: two releases that share one would run each other's chunks. Compares whole words, so
 * that the prefix of another version's name does not count.
 */
function chunkNameProblems(
  id: ReleaseId,
  manifest: ReleaseManifest,
  files: ReleaseFiles,
): GateProblem[] {
  const entry = entryPath(manifest)
  const bytes = files.get(entry)
  if (!bytes) return []
  const wanted = chunkArray(id)
  const found = new Set(bytes.toString('latin1').match(/webpackChunk[\w$]*/g))
  if (found.has(wanted)) return []
  const provided = [...found].join(', ') || 'none'
  return [
    {
      gate: 'chunk_name_missing',
      subject: entry,
      wanted,
      provided,
      message: `${entry} keeps its chunks in ${provided}, and has to in ${wanted}. Set output.uniqueName to ${uniqueName(id.name, id.version)}.`,
    },
  ]
}
