import {
  CHANNELS,
  MANIFEST_FILE,
  containerGlobal,
  type Channel,
  type PublishedVersion,
  type ReleaseManifest,
} from '@awards/shared/platform'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { errorCode } from '../../../api/src/lib/errors.ts'
import type { ReleaseCheck } from '../site/render/release-check.ts'
import { registryAuditRepository } from './authority.repository.ts'
import { channelsRepository } from './channels.repository.ts'
import { judgeRelease, type Surroundings } from './gates/gates.ts'
import { Refusal, gateRefusal } from './registry-input.ts'
import {
  registryFiles,
  digestOfFiles,
  integrityOf,
  type ReleaseId,
  type Received,
  type ReleaseFiles,
} from './gates/release-files.ts'
import {
  newlyPublished,
  publishedVersion,
  releasesRepository,
  shellsRepository,
  type NewRelease,
  type ReleaseRow,
} from './releases.repository.ts'

export type Publication = ReleaseId & {
  readonly received: Received
  /** Whose shells the release has to suit. */
  readonly channels?: readonly Channel[]
  readonly preview?: boolean
  readonly commit?: string | undefined
  readonly isRehearsal?: boolean
  readonly by: string
  /** Renders its pages; missing where no site runs beside the registry. */
  readonly check?: ReleaseCheck | undefined
}

export type Published = { readonly isNew: boolean; readonly release: PublishedVersion }

/** What ends a wait for a lock: the limits of a statement, or of a lock. */
const TIMED_OUT = new Set(['57014', '55P03'])

/** Takes releases in. One exists from the moment its row does; its files were there before. */
export function publishService(context: AppContext) {
  const { registryDb, clock, registry } = context
  const storedFiles = registryFiles(context)

  async function surroundings(id: ReleaseId, channels: readonly Channel[]): Promise<Surroundings> {
    const [shells, neighbours, versions] = await Promise.all([
      shellsRepository(registryDb).shells(channels),
      channelsRepository(registryDb).neighbours(channels, id.name),
      releasesRepository(registryDb).versionsOf(id.name),
    ])
    const otherVersions = versions.filter((version) => version !== id.version)
    return { shells, neighbours, otherVersions }
  }

  async function publish(publication: Publication): Promise<Published> {
    const { name, version, received, channels = CHANNELS, isRehearsal, check } = publication
    const around = await surroundings(publication, channels)
    const { problems, manifest } = judgeRelease(publication, received, around)
    if (problems.length > 0 || !manifest) throw gateRefusal(`${name} ${version}`, problems)
    const unrendered = (await check?.({ name, version, manifest, files: received.files })) ?? []
    if (unrendered.length > 0) throw gateRefusal(`${name} ${version}`, unrendered)
    const release = newRelease(publication, manifest, clock())
    if (isRehearsal) return rehearse(release)
    return store(release, received.files).catch((error: unknown) => {
      if (!TIMED_OUT.has(errorCode(error) ?? '')) throw error
      const message = `Another publication of ${name} is under way. Try again in a minute.`
      throw new Refusal(409, 'busy', message)
    })
  }

  async function rehearse(release: NewRelease): Promise<Published> {
    const known = await releasesRepository(registryDb).find(release.name, release.version)
    if (known) refuseOther(known, release)
    return { isNew: !known, release: known ? publishedVersion(known) : newlyPublished(release) }
  }

  async function store(release: NewRelease, files: ReleaseFiles): Promise<Published> {
    const { name, version, publishedAt } = release
    const result = await registryDb.transaction().execute(async (trx): Promise<Published> => {
      const releases = releasesRepository(trx)
      await releases.lock(name)
      const known = await releases.find(name, version)
      if (known) {
        refuseOther(known, release)
        await storedFiles.restore(release, files)
        return { isNew: false, release: publishedVersion(known) }
      }
      refuseTwin(await releases.versionsOf(name), release)
      await storedFiles.write(release, files)
      try {
        await releases.add(release)
        await registryAuditRepository(trx).record({
          at: publishedAt,
          actor: release.publishedBy,
          action: 'publish',
          name,
          detail: { version, digest: release.digest, preview: release.preview },
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

    list: async (name: string) =>
      (await releasesRepository(registryDb).list(name)).map(publishedVersion),
  }
}

/** A version stands for the same bytes for ever: they lie in caches for a year. */
function refuseOther(known: ReleaseRow, { name, version, digest }: NewRelease) {
  if (known.removed_at) {
    const when = known.removed_at.toISOString().slice(0, 10)
    const message = `${name} ${version} was published before and its files were removed on ${when}. Publish under a new version.`
    throw new Refusal(409, 'version_removed', message)
  }
  if (known.digest === digest) return
  const message = `${name} ${version} is published with other bytes (${known.digest}; sent: ${digest}). A version never changes: publish under a new one.`
  throw new Refusal(409, 'version_exists', message)
}

/** The gate has looked before; of two publications at once the second one is told here. */
function refuseTwin(versions: readonly string[], { name, version }: NewRelease) {
  const global = containerGlobal(name, version)
  const twin = versions.find((other) => containerGlobal(name, other) === global)
  if (!twin) return
  const message = `${name} ${twin} was published a moment ago, and both become ${global}. Choose a version that differs in letters or digits.`
  throw new Refusal(409, 'version_exists', message)
}

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
    digest: digestOfFiles(files),
    integrity: integrityOf(bytes),
    raw: JSON.parse(bytes.toString('utf8')) as unknown,
    files: Object.fromEntries(list),
    preview: publication.preview ?? false,
    commit: publication.commit ?? manifest.metaData.buildInfo.commit ?? null,
    publishedBy: publication.by,
  }
}
