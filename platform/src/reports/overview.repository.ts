import { CHANNELS, isRemoteId, type Deployment } from '@awards/shared/releases'
import type { Db } from '../../../api/src/db/database.ts'
import { deploymentOf } from '../registry/channels.repository.ts'

const MAX_VERSIONS = 50

/** Queries for the panel of releases that testers use. */
export const overviewRepository = (db: Db) => ({
  async deployments(): Promise<Deployment[]> {
    const rows = await db
      .selectFrom('mfe_deployments')
      .selectAll()
      .where('channel', 'in', [...CHANNELS])
      .orderBy('name')
      .orderBy('channel')
      .execute()
    return rows.map(deploymentOf)
  },

  async remotes(): Promise<string[]> {
    const rows = await db
      .selectFrom('mfe_releases')
      .select('name')
      .distinct()
      .where('removed_at', 'is', null)
      .orderBy('name')
      .execute()
    return rows.map(({ name }) => name).filter(isRemoteId)
  },

  /** The newest 50 releases of a remote, and all deployed ones regardless of age. */
  versions: (name: string, deployed: readonly string[]) =>
    db
      .selectFrom('mfe_releases')
      .selectAll()
      .where('name', '=', name)
      .where('removed_at', 'is', null)
      .where((where) =>
        where.or([
          where('version', 'in', [...deployed, '']),
          where('version', 'in', (query) =>
            query
              .selectFrom('mfe_releases as newest')
              .select('newest.version')
              .where('newest.name', '=', name)
              .where('newest.removed_at', 'is', null)
              .orderBy('newest.published_at', 'desc')
              .limit(MAX_VERSIONS),
          ),
        ]),
      )
      .orderBy('published_at', 'desc')
      .orderBy('version')
      .execute(),
})
