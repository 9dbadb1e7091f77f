import { z } from 'zod'
import {
  type Channel,
  contractOf,
  DeployedVersion,
  Integrity,
  ReleaseManifest,
  RemoteRoute,
  Version,
} from '@awards/shared/releases'
import type { Db } from '../../../../api/src/db/database.ts'
import type { Release } from '../registry.types.ts'

/** A release with the paths of its files. */
export type StoredRelease = Release & { readonly files: ReadonlySet<string> }

export type StoredDeployment = {
  readonly name: string
  readonly revision: number
  readonly versions: readonly DeployedVersion[]
  readonly withdrawn: readonly string[]
}

const Row = z.object({
  name: z.string(),
  version: Version,
  integrity: Integrity,
  manifest: ReleaseManifest,
  files: z.record(z.string(), z.unknown()),
  routes: z.array(RemoteRoute.strip()),
  preview: z.boolean(),
})

const DeploymentRow = z.object({
  name: z.string(),
  revision: z.int(),
  versions: z.array(DeployedVersion.strip()),
  withdrawn: z.array(Version),
})

/** Queries of the site on the registry's tables. Releases that do not parse count as missing. */
export const readerRepository = (db: Db) => ({
  async deployments(channel: Channel): Promise<StoredDeployment[]> {
    const rows = await db
      .selectFrom('mfe_deployments')
      .select(['name', 'revision', 'versions', 'withdrawn'])
      .where('channel', '=', channel)
      .orderBy('name')
      .execute()
    return rows.flatMap((row) => {
      const parsed = DeploymentRow.safeParse(row)
      // Kept without versions, so that `resolveChannel` reports the remote as left out.
      if (!parsed.success) return [{ ...row, versions: [], withdrawn: [] }]
      return parsed.data.versions.length > 0 ? [parsed.data] : []
    })
  },

  async release(name: string, version: string): Promise<StoredRelease | undefined> {
    const row = await db
      .selectFrom('mfe_releases')
      .select(['name', 'version', 'integrity', 'manifest', 'files', 'routes', 'preview'])
      .where('name', '=', name)
      .where('version', '=', version)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    const parsed = Row.safeParse(row)
    return parsed.success ? releaseOf(parsed.data) : undefined
  },

  /** Whether a release of the remote was ever published. */
  async isKnown(name: string): Promise<boolean> {
    const row = await db
      .selectFrom('mfe_releases')
      .select('name')
      .where('name', '=', name)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },
})

const releaseOf = ({ manifest, files, ...row }: z.infer<typeof Row>): StoredRelease => ({
  ...row,
  exposes: manifest.exposes.map(({ path }) => path),
  menu: manifest.menu ?? [],
  contract: contractOf(manifest),
  isSealed: manifest.sealed === true,
  files: new Set(Object.keys(files)),
})
