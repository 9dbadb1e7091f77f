import { sql } from 'kysely'
import { z } from 'zod'
import {
  Canary,
  CHANNELS,
  ChannelName,
  DeployedVersion,
  RemoteRoute,
  Version,
  type Channel,
  type Deployment,
  type Proposal,
} from '@awards/shared/releases'
import type { Db } from '../../../api/src/db/database.ts'
import type { OtherRemote } from './gates/gates-routes.ts'

// `strip`: a newer server may have written rows with additional fields.
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

/** Maps a row; versions that do not parse count as none, so that the next promotion repairs the row. */
export const deploymentOf = (row: Row): Deployment => ({
  channel: ChannelName.parse(row.channel),
  name: row.name,
  revision: row.revision,
  versions: versionsIn(row.versions),
  withdrawn: Withdrawn.safeParse(row.withdrawn).data ?? [],
})

/** Parses the versions of a deployment or an audit row; an empty list if they are invalid. */
export const versionsIn = (value: unknown): DeployedVersion[] =>
  Versions.safeParse(value).data ?? []

/** The tables `mfe_deployments` and `mfe_proposals`. */
export const channelsRepository = (db: Db) => ({
  /**
   * Advisory locks of the channels until the transaction ends, taken in one order. A row lock would not do: a promotion
   * compares with the routes of other remotes, and with rows that do not exist yet.
   */
  async lock(channels: readonly Channel[]) {
    for (const channel of CHANNELS.filter((one) => channels.includes(one))) {
      await sql`select pg_advisory_xact_lock(hashtext(${`mfe-channel:${channel}`}))`.execute(db)
    }
  },

  /** The deployment of a remote; revision 0 without versions if it was never deployed. */
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
   * Deployed versions of the other remotes in the channels, with their routes. Rows that do not parse count as
   * empty, so that one damaged remote does not block the others.
   */
  async otherRemotes(channels: readonly Channel[], name: string): Promise<OtherRemote[]> {
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
    const canary = Canary.safeParse(row.canary).data
    return {
      ...row,
      canary,
      channel,
      versions: Versions.parse(row.versions),
      proposed_at: row.proposed_at.toISOString(),
    }
  },

  /** Upserts the proposal: a newer one replaces an older one. */
  async propose({ channel, name, versions, canary, ...proposal }: Proposal) {
    const values = {
      ...proposal,
      versions: JSON.stringify(versions),
      canary: canary ? JSON.stringify(canary) : null,
    }
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
