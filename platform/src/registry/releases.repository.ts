import { sql } from 'kysely'
import { z } from 'zod'
import {
  ReleaseManifest,
  RemoteRoute,
  contractOf,
  routesOf,
  CHANNELS,
  ShellRelease,
  type PublishedVersion,
  type Channel,
} from '@awards/shared/releases'
import type { Db } from '../../../api/src/db/database.ts'
import { versionsIn } from './channels.repository.ts'
import type { ChannelShell } from './gates/gates-routes.ts'
import type { ReleaseId } from './gates/release-files.ts'

/** Files of a release by path. */
export const FileList = z.record(z.string(), z.object({ bytes: z.int(), integrity: z.string() }))
export type FileList = z.infer<typeof FileList>

export type NewRelease = {
  readonly name: string
  readonly version: string
  readonly digest: string
  readonly integrity: string
  readonly manifest: ReleaseManifest
  /** The manifest as uploaded, including fields of the federation runtime. */
  readonly raw: unknown
  readonly files: FileList
  readonly preview: boolean
  readonly commit: string | null
  readonly publishedBy: string
  readonly publishedAt: Date
}

type Row = Awaited<ReturnType<ReturnType<typeof releasesRepository>['find']>>
export type ReleaseRow = NonNullable<Row>

/** The table `mfe_releases`. Rows are never deleted; `removed_at` marks releases without files. */
export const releasesRepository = (db: Db) => ({
  /** Advisory lock on the publications of a remote until the transaction ends. */
  async lock(name: string) {
    await sql`select pg_advisory_xact_lock(hashtext(${`mfe-publish:${name}`}))`.execute(db)
  },

  find: (name: string, version: string) =>
    db
      .selectFrom('mfe_releases')
      .selectAll()
      .where('name', '=', name)
      .where('version', '=', version)
      .executeTakeFirst(),

  /** Releases of a remote, the newest first; those without files only if asked for. */
  list: (name: string, withRemoved = false) =>
    db
      .selectFrom('mfe_releases')
      .selectAll()
      .where('name', '=', name)
      .$if(!withRemoved, (query) => query.where('removed_at', 'is', null))
      .orderBy('published_at', 'desc')
      .orderBy('version')
      .execute(),

  /** The given versions of a remote that still have their files. */
  findMany: (name: string, versions: readonly string[]) =>
    db
      .selectFrom('mfe_releases')
      .selectAll()
      .where('name', '=', name)
      .where('version', 'in', versions.length > 0 ? [...versions] : [''])
      .where('removed_at', 'is', null)
      .execute(),

  /** All versions ever published, including removed ones. */
  async versionsOf(name: string): Promise<string[]> {
    const rows = await db
      .selectFrom('mfe_releases')
      .select('version')
      .where('name', '=', name)
      .execute()
    return rows.map(({ version }) => version)
  },

  async add(release: NewRelease) {
    const { name, version, digest, integrity, preview, commit } = release
    await db
      .insertInto('mfe_releases')
      .values({
        name,
        version,
        digest,
        integrity,
        preview,
        commit,
        manifest: JSON.stringify(release.raw),
        files: JSON.stringify(release.files),
        routes: JSON.stringify(routesOf(name, release.manifest)),
        published_by: release.publishedBy,
        published_at: release.publishedAt,
      })
      .execute()
  },
})

/** Maps a release for holders of a token; throws a ZodError if the row is damaged. */
export function publishedVersion(row: ReleaseRow): PublishedVersion {
  const manifest = manifestOf(row)
  return {
    name: row.name,
    version: row.version,
    digest: row.digest,
    integrity: row.integrity,
    contract: contractOf(manifest),
    routes: z.array(RemoteRoute).parse(row.routes),
    preview: row.preview,
    sealed: manifest.sealed === true,
    commit: row.commit,
    published_by: row.published_by,
    published_at: row.published_at.toISOString(),
    ...sizeOf(FileList.parse(row.files)),
  }
}

export const newlyPublished = ({ manifest, ...release }: NewRelease): PublishedVersion => ({
  name: release.name,
  version: release.version,
  digest: release.digest,
  integrity: release.integrity,
  contract: contractOf(manifest),
  routes: routesOf(release.name, manifest),
  preview: release.preview,
  sealed: manifest.sealed === true,
  commit: release.commit,
  published_by: release.publishedBy,
  published_at: release.publishedAt.toISOString(),
  ...sizeOf(release.files),
})

const sizeOf = (list: FileList) => {
  const files = Object.values(list)
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

export const manifestOf = (row: Pick<ReleaseRow, 'manifest'>) => ReleaseManifest.parse(row.manifest)

// `strip`: a newer server may have written rows with additional fields.
const Stored = ShellRelease.strip()

/** The table `mfe_shells`: the shell that each channel runs. */
export const shellsRepository = (db: Db) => ({
  /** Shells of the channels. Omits channels that no site follows or whose row is damaged. */
  async shells(channels: readonly Channel[] = CHANNELS): Promise<ChannelShell[]> {
    const rows = await db.selectFrom('mfe_shells').selectAll().orderBy('channel').execute()
    return channels.flatMap((channel) => {
      const row = rows.find((one) => one.channel === channel)
      const { data: release } = Stored.safeParse(row?.release)
      return release ? [{ channel, release }] : []
    })
  },

  /** Which shell a channel runs, and when a process of it last said so. */
  registered: (channel: Channel) =>
    db
      .selectFrom('mfe_shells')
      .select(['version', 'registered_at'])
      .where('channel', '=', channel)
      .executeTakeFirst(),

  async save(channel: Channel, release: ShellRelease, now: Date) {
    const values = {
      version: release.version,
      release: JSON.stringify(release),
      registered_at: now,
    }
    await db
      .insertInto('mfe_shells')
      .values({ channel, ...values })
      .onConflict((conflict) => conflict.column('channel').doUpdateSet(values))
      .execute()
  },
})

/** Queries of retention on releases, deployments, proposals and the audit log. */
export const retentionRepository = (db: Db) => ({
  /** Releases with files that were published before `cutoff`, previews before one of their own. */
  publishedBefore: (cutoff: Date, previewCutoff: Date): Promise<ReleaseId[]> =>
    db
      .selectFrom('mfe_releases')
      .select(['name', 'version'])
      .where('removed_at', 'is', null)
      .where(({ and, eb, or }) =>
        or([
          eb('published_at', '<', cutoff),
          and([eb('preview', '=', true), eb('published_at', '<', previewCutoff)]),
        ]),
      )
      .orderBy('name')
      .orderBy('version')
      .execute(),

  /**
   * Releases that are deployed, or were deployed or proposed since `since`. Includes the `before` of each revision: a
   * version that was deployed long ago and replaced yesterday counts.
   */
  async inUse(since: Date): Promise<ReleaseId[]> {
    const deployed = await db.selectFrom('mfe_deployments').select(['name', 'versions']).execute()
    const proposed = await db
      .selectFrom('mfe_proposals')
      .select(['name', 'versions'])
      .where('proposed_at', '>=', since)
      .execute()
    const revisions = await db
      .selectFrom('mfe_audit')
      .select(['name', 'detail'])
      .where('revision', 'is not', null)
      .where('at', '>=', since)
      .execute()
    const lists = [
      ...deployed,
      ...proposed,
      ...revisions.flatMap(({ name, detail }) => {
        const { versions, before } = detail as Record<string, unknown>
        return [versions, before].map((list) => ({ name: name ?? '', versions: list }))
      }),
    ]
    return lists.flatMap(({ name, versions }) =>
      versionsIn(versions).map(({ version }) => ({ name, version })),
    )
  },

  async markRemoved({ name, version }: ReleaseId, now: Date) {
    await db
      .updateTable('mfe_releases')
      .set({ removed_at: now })
      .where('name', '=', name)
      .where('version', '=', version)
      .execute()
  },

  /** Releases removed since `since`, with their file lists. */
  removedSince: (since: Date) =>
    db
      .selectFrom('mfe_releases')
      .select(['name', 'version', 'files'])
      .where('removed_at', '>=', since)
      .execute(),
})

/** Name of the shell in the storage of releases, in pins and in the record. */
export const SHELL = 'shell'

type ShellRow = {
  readonly version: string
  readonly digest: string
  readonly files: FileList
  readonly by: string
  readonly at: Date
}

/** The table `mfe_shell_builds`: builds of the shell that may be pinned. */
export const shellBuildsRepository = (db: Db) => ({
  /** Advisory lock on the publications of shells until the transaction ends. */
  async lock() {
    await sql`select pg_advisory_xact_lock(hashtext('mfe-publish:shell'))`.execute(db)
  },

  async find(version: string): Promise<ShellRow | undefined> {
    const row = await db
      .selectFrom('mfe_shell_builds')
      .selectAll()
      .where('version', '=', version)
      .executeTakeFirst()
    return (
      row && {
        version,
        digest: row.digest,
        files: FileList.parse(row.files),
        by: row.published_by,
        at: row.published_at,
      }
    )
  },

  /** The newest build that has a file; names of files carry a hash, so any of them has the same bytes. */
  async versionWith(path: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('mfe_shell_builds')
      .select('version')
      .where(sql<boolean>`jsonb_exists(files, ${path})`)
      .orderBy('published_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.version
  },

  async add({ version, digest, files, by, at }: ShellRow) {
    const row = { version, digest, published_by: by, published_at: at }
    await db
      .insertInto('mfe_shell_builds')
      .values({ ...row, files: JSON.stringify(files) })
      .execute()
  },

  /** Removes the builds that were published before `cutoff`, and returns them. */
  async removeBefore(cutoff: Date): Promise<Pick<ShellRow, 'version' | 'files'>[]> {
    const rows = await db
      .deleteFrom('mfe_shell_builds')
      .where('published_at', '<', cutoff)
      .returning(['version', 'files'])
      .execute()
    return rows.map(({ version, files }) => ({ version, files: FileList.parse(files) }))
  },
})
