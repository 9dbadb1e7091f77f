import type { Db } from '../../../api/src/db/database.ts'
import { versionsIn } from './channels.repository.ts'

export type Kept = { readonly name: string; readonly version: string }

export const retentionRepository = (db: Db) => ({
  /** Releases that still have their files and were published before a moment. */
  old: (before: Date): Promise<Kept[]> =>
    db
      .selectFrom('mfe_releases')
      .select(['name', 'version'])
      .where('removed_at', 'is', null)
      .where('published_at', '<', before)
      .orderBy('name')
      .orderBy('version')
      .execute(),

  /**
   * What is deployed, proposed, or was so since a moment. A revision tells what was there before it too,
   * so a version that was deployed long ago and left yesterday counts.
   */
  async inUse(since: Date): Promise<Kept[]> {
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

  async markRemoved({ name, version }: Kept, now: Date) {
    await db
      .updateTable('mfe_releases')
      .set({ removed_at: now })
      .where('name', '=', name)
      .where('version', '=', version)
      .execute()
  },

  /** Releases whose files were given up since a moment, with the list of them. */
  removedSince: (since: Date) =>
    db
      .selectFrom('mfe_releases')
      .select(['name', 'version', 'files'])
      .where('removed_at', '>=', since)
      .execute(),
})
