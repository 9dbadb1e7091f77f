import { sql } from 'kysely'
import type { Db } from '../../../../api/src/db/database.ts'
import { FileList } from '../releases.repository.ts'

/** Name of the shell in the storage of releases, in pins and in the record. */
export const SHELL = 'shell'

export type ShellRow = {
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
