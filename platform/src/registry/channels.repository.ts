import { sql } from 'kysely'
import { z } from 'zod'
import {
  CHANNELS,
  ChannelName,
  DeployedVersion,
  RemoteRoute,
  Version,
  type Channel,
  type Deployment,
  type Proposal,
} from '@awards/shared/platform'
import type { Db } from '../../../api/src/db/database.ts'
import type { Neighbour } from './gates/gates-routes.ts'

// A row may be of a later release of the server, with fields of its own.
const Versions = z.array(DeployedVersion.strip())
const Withdrawn = z.array(Version)
const Routes = z.array(RemoteRoute.strip())
type Row = {
  channel: string
  name: string
  revision: number
  versions: unknown
  withdrawn: unknown
}

/** A damaged row counts as a remote with nothing deployed, so that a promotion repairs it. */
export const deploymentOf = (row: Row): Deployment => ({
  channel: ChannelName.parse(row.channel),
  name: row.name,
  revision: row.revision,
  versions: versionsIn(row.versions),
  withdrawn: Withdrawn.safeParse(row.withdrawn).data ?? [],
})

/** Versions that a line of the record or a deployment names. */
export const versionsIn = (value: unknown): DeployedVersion[] =>
  Versions.safeParse(value).data ?? []

export const channelsRepository = (db: Db) => ({
  /**
   * One change of a channel at a time, until the transaction ends: what a promotion compares with (the
   * revision, the routes of the other remotes) stays as it is, even where there is no row yet.
   */
  async lock(channels: readonly Channel[]) {
    for (const channel of CHANNELS.filter((one) => channels.includes(one))) {
      await sql`select pg_advisory_xact_lock(hashtext(${`mfe-channel:${channel}`}))`.execute(db)
    }
  },

  /** A remote that was never deployed has the revision 0. */
  async deployment(channel: Channel, name: string): Promise<Deployment> {
    const row = await db
      .selectFrom('mfe_deployments')
      .selectAll()
      .where('channel', '=', channel)
      .where('name', '=', name)
      .executeTakeFirst()
    return row ? deploymentOf(row) : { channel, name, revision: 0, versions: [], withdrawn: [] }
  },

  async deployments(channel: Channel): Promise<Deployment[]> {
    const rows = await db
      .selectFrom('mfe_deployments')
      .selectAll()
      .where('channel', '=', channel)
      .orderBy('name')
      .execute()
    return rows.map(deploymentOf)
  },

  /**
   * Every version of the other remotes that the channels give to visitors. What is damaged at one of
   * them holds up nobody else.
   */
  async neighbours(channels: readonly Channel[], name: string): Promise<Neighbour[]> {
    const rows = await db
      .selectFrom('mfe_deployments as deployment')
      .innerJoin('mfe_releases as release', 'release.name', 'deployment.name')
      .select(['deployment.channel', 'deployment.versions'])
      .select(['release.name', 'release.version', 'release.routes'])
      .where('deployment.channel', 'in', [...channels])
      .where('deployment.name', '!=', name)
      .where('release.removed_at', 'is', null)
      .execute()
    return rows
      .filter((row) => versionsIn(row.versions).some(({ version }) => version === row.version))
      .map(({ name: other, version, channel, routes }) => ({
        name: other,
        version,
        channel: ChannelName.parse(channel),
        routes: Routes.safeParse(routes).data ?? [],
      }))
  },

  async save({ channel, name, revision, ...deployment }: Deployment) {
    const values = {
      revision,
      versions: JSON.stringify(deployment.versions),
      withdrawn: JSON.stringify(deployment.withdrawn),
    }
    await db
      .insertInto('mfe_deployments')
      .values({ channel, name, ...values })
      .onConflict((conflict) => conflict.columns(['channel', 'name']).doUpdateSet(values))
      .execute()
  },

  async proposal(channel: Channel, name: string): Promise<Proposal | undefined> {
    const row = await db
      .selectFrom('mfe_proposals')
      .selectAll()
      .where('channel', '=', channel)
      .where('name', '=', name)
      .executeTakeFirst()
    if (!row) return undefined
    return {
      ...row,
      channel,
      versions: Versions.parse(row.versions),
      proposed_at: row.proposed_at.toISOString(),
    }
  },

  /** The newest proposal takes the place of an older one. */
  async propose({ channel, name, versions, ...proposal }: Proposal) {
    const values = { ...proposal, versions: JSON.stringify(versions) }
    await db
      .insertInto('mfe_proposals')
      .values({ channel, name, ...values })
      .onConflict((conflict) => conflict.columns(['channel', 'name']).doUpdateSet(values))
      .execute()
  },

  async dropProposal(channel: Channel, name: string) {
    await db
      .deleteFrom('mfe_proposals')
      .where('channel', '=', channel)
      .where('name', '=', name)
      .execute()
  },
})
