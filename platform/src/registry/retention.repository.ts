import type { Db } from '../../../api/src/db/database.ts'
import { versionsIn } from './channels.repository.ts'
import type { ReleaseId } from './gates/release-files.ts'

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
