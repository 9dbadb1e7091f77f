import {
  CHANNELS,
  MANIFEST_FILE,
  containerGlobal,
  mainVersion,
  type Channel,
  type GateProblem,
  type PublishedVersion,
  type ReleaseManifest,
} from '@awards/shared/releases'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { errorCode } from '../../../api/src/lib/errors.ts'
import type { ReleaseCheck } from '../site/render/release-check.ts'
import { registryAuditRepository } from './authorization.repository.ts'
import { channelsRepository } from './channels.repository.ts'
import { limitPerGate, runGates, type GateContext } from './gates/gates.ts'
import {
  contractProblems,
  menuProblems,
  sizeProblems,
  surfaceProblems,
  typeProblems,
  type Attested,
  type Predecessor,
} from './gates/gates-predecessor.ts'
import { Refusal, gateRefusal } from './registry-input.ts'
import {
  registryFiles,
  digestOfFiles,
  integrityOf,
  type ReleaseId,
  type ReceivedFiles,
  type ReleaseFiles,
} from './gates/release-files.ts'
import {
  FileList,
  newlyPublished,
  publishedVersion,
  releasesRepository,
  shellsRepository,
  type NewRelease,
  type ReleaseRow,
} from './releases.repository.ts'

export type Publication = ReleaseId & {
  readonly received: ReceivedFiles
  /** Channels whose shells and remotes the release has to be compatible with; all by default. */
  readonly channels?: readonly Channel[]
  readonly preview?: boolean
  readonly commit?: string | undefined
  readonly isDryRun?: boolean
  readonly by: string
  /** What the publisher says of the build; absent for local builds, which a start publishes for its own site. */
  readonly attested?: Attested | undefined
  /** Renders its pages; absent if the registry runs without a site. */
  readonly check?: ReleaseCheck | undefined
}

export type Published = { readonly isNew: boolean; readonly release: PublishedVersion }

/** SQLSTATEs of statement_timeout and lock_timeout while waiting for the lock. */
const TIMED_OUT = new Set(['57014', '55P03'])

/** Publishes and lists releases. Files are written before the row, so a release that exists is complete. */
export function publishService(context: AppContext) {
  const { registryDb, clock, registry } = context
  const storedFiles = registryFiles(context)

  async function readGateContext(
    id: ReleaseId,
    channels: readonly Channel[],
  ): Promise<GateContext> {
    const [shells, otherRemotes, versions] = await Promise.all([
      shellsRepository(registryDb).shells(channels),
      channelsRepository(registryDb).otherRemotes(channels, id.name),
      releasesRepository(registryDb).versionsOf(id.name),
    ])
    const otherVersions = versions.filter((version) => version !== id.version)
    return { shells, otherRemotes, otherVersions }
  }

  /**
   * The releases that the channels give most visitors. This one itself may be among them: its bytes are the same then, but
   * it may come from a newer `shared`, which has to go on offering what the channel's release was built with.
   */
  async function predecessorsOf({ name }: ReleaseId, channels: readonly Channel[]) {
    const found = await Promise.all(
      channels.map(async (channel): Promise<Predecessor[]> => {
        const deployment = await channelsRepository(registryDb).deployment(channel, name)
        const before = mainVersion(deployment.versions)
        if (before === undefined) return []
        const row = await releasesRepository(registryDb).find(name, before)
        if (!row || row.removed_at) return []
        const list = Object.entries(FileList.parse(row.files))
        const sizes = new Map(list.map(([path, { bytes }]) => [path, bytes]))
        return [
          { channel, version: before, sizes, file: (path) => registry.file(name, before, path) },
        ]
      }),
    )
    return found.flat()
  }

  /** Gates that compare with the releases before, and with what the publisher says. */
  async function publicationProblems(
    { attested, channels = CHANNELS, received: { files }, ...id }: Publication,
    manifest: ReleaseManifest,
  ): Promise<GateProblem[]> {
    if (!attested) return []
    const predecessors = await predecessorsOf(id, channels)
    const candidate = { manifest, files }
    return [
      ...contractProblems(manifest),
      ...menuProblems(id.name, manifest),
      ...typeProblems(attested),
      ...(await surfaceProblems(candidate, predecessors)),
      ...(await sizeProblems(candidate, predecessors, attested)),
    ]
  }

  /**
   * Checks a release and stores it; a dry run only checks. Publishing the same bytes again returns the existing release
   * and restores lost files. Throws a Refusal: 422 with all failed gates, 409 for other bytes or a concurrent publication.
   */
  async function publish(publication: Publication): Promise<Published> {
    const { name, version, received, channels = CHANNELS, isDryRun, check } = publication
    const gateContext = await readGateContext(publication, channels)
    const { problems, manifest } = runGates(publication, received, gateContext)
    if (problems.length > 0 || !manifest) throw gateRefusal(`${name} ${version}`, problems)
    const more = await publicationProblems(publication, manifest)
    const failedPages = (await check?.({ name, version, manifest, files: received.files })) ?? []
    const all = [...more, ...failedPages]
    if (all.length > 0) throw gateRefusal(`${name} ${version}`, limitPerGate(all))
    const release = newRelease(publication, manifest, clock())
    if (isDryRun) return dryRun(release)
    return store(release, received.files, publication.attested?.acceptSize).catch(
      (error: unknown) => {
        if (!TIMED_OUT.has(errorCode(error) ?? '')) throw error
        const message = `Another publication of ${name} is under way. Try again in a minute.`
        throw new Refusal(409, 'busy', message)
      },
    )
  }

  async function dryRun(release: NewRelease): Promise<Published> {
    const existing = await releasesRepository(registryDb).find(release.name, release.version)
    if (existing) refuseOtherBytes(existing, release)
    return {
      isNew: !existing,
      release: existing ? publishedVersion(existing) : newlyPublished(release),
    }
  }

  async function store(
    release: NewRelease,
    files: ReleaseFiles,
    acceptedSize: string | undefined,
  ): Promise<Published> {
    const { name, version, publishedAt } = release
    const result = await registryDb.transaction().execute(async (trx): Promise<Published> => {
      const releases = releasesRepository(trx)
      await releases.lock(name)
      const known = await releases.find(name, version)
      if (known) {
        refuseOtherBytes(known, release)
        await storedFiles.restore(release, sealedFiles(files, release.manifest))
        return { isNew: false, release: publishedVersion(known) }
      }
      refuseSameGlobalName(await releases.versionsOf(name), release)
      await storedFiles.write(release, files)
      try {
        await releases.add(release)
        await registryAuditRepository(trx).record({
          at: publishedAt,
          actor: release.publishedBy,
          action: 'publish',
          name,
          detail: { version, digest: release.digest, preview: release.preview },
          ...(acceptedSize && { reason: acceptedSize }),
        })
      } catch (error) {
        await storedFiles.remove(release, files.keys())
        throw error
      }
      return { isNew: true, release: newlyPublished(release) }
    })
    registry.invalidate()
    return result
  }

  return {
    publish,

    list: async (name: string, withRemoved: boolean) =>
      (await releasesRepository(registryDb).list(name, withRemoved)).map(publishedVersion),
  }
}

/** Versions are immutable, since files are cached for a year. */
function refuseOtherBytes(known: ReleaseRow, { name, version, digest }: NewRelease) {
  if (known.removed_at) {
    const when = known.removed_at.toISOString().slice(0, 10)
    const message = `${name} ${version} was published before and its files were removed on ${when}. Publish under a new version.`
    throw new Refusal(409, 'version_removed', message)
  }
  if (known.digest === digest) return
  const message = `${name} ${version} is published with other bytes (${known.digest}; sent: ${digest}). A version never changes: publish under a new one.`
  throw new Refusal(409, 'version_exists', message)
}

/** Repeats the gate `global_name_mismatch` under the lock, for concurrent publications. */
function refuseSameGlobalName(versions: readonly string[], { name, version }: NewRelease) {
  const global = containerGlobal(name, version)
  const twin = versions.find((other) => containerGlobal(name, other) === global)
  if (!twin) return
  const message = `${name} ${twin} was published a moment ago, and both become ${global}. Choose a version that differs in letters or digits.`
  throw new Refusal(409, 'version_exists', message)
}

/** The files that make a version what it is: the manifest, and those that it seals. */
const sealedFiles = (files: ReleaseFiles, manifest: ReleaseManifest): ReleaseFiles =>
  new Map(
    [...files].filter(
      ([path]) => path === MANIFEST_FILE || Object.hasOwn(manifest.integrity, path),
    ),
  )

function newRelease(
  { name, version, received: { files }, ...publication }: Publication,
  manifest: ReleaseManifest,
  publishedAt: Date,
): NewRelease {
  const bytes = files.get(MANIFEST_FILE) ?? Buffer.alloc(0)
  const list = [...files].map(([path, content]) => {
    const integrity = manifest.integrity[path] ?? integrityOf(content)
    return [path, { bytes: content.length, integrity }] as const
  })
  return {
    name,
    version,
    manifest,
    publishedAt,
    digest: digestOfFiles(sealedFiles(files, manifest)),
    integrity: integrityOf(bytes),
    raw: JSON.parse(bytes.toString('utf8')) as unknown,
    files: Object.fromEntries(list),
    preview: publication.preview ?? false,
    commit: publication.commit ?? manifest.metaData.buildInfo.commit ?? null,
    publishedBy: publication.by,
  }
}
