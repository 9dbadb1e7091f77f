import { sql } from 'kysely'
import {
  type Channel,
  type JudgedVital,
  type ViewFigure,
  type Vital,
  CHANNELS,
  isRemoteId,
  type Deployment,
} from '@awards/shared/releases'
import type { Db } from '../../../api/src/db/database.ts'
import { deploymentOf } from '../registry/channels.repository.ts'

/** What is counted of a release. `renders` are documents that the server sent with its content, or failed to. */
export type ReleaseFigure = ViewFigure | 'renders' | 'failed_renders' | Vital

/** Where a figure was counted. */
export type FigureSource = { readonly channel: Channel; readonly site: string }

export type FigureCount = {
  readonly name: string
  readonly version: string
  readonly figure: ReleaseFigure
  /** Class of a measured value, the call that failed, or `UNJUDGED`. */
  readonly part?: string
  readonly count: number
}

/** Part of counts that the judge of a canary leaves out, since their network has told enough. */
export const UNJUDGED = 'unjudged'

export type MinuteRow = { minute: Date; version: string; figure: string; count: number }
export type TotalRow = {
  name: string
  version: string
  channel: string
  figure: string
  part: string
  count: number
}

const MINUTE_MS = 60_000
/** Start of the minute. */
export const minuteOf = (at: Date) => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)

const keyOf = ({ name, version, figure, part = '' }: FigureCount) =>
  [name, version, figure, part].join(' ')

/** Adds up equal keys; sorted, so that concurrent upserts do not deadlock. */
function merged(counts: readonly FigureCount[]): FigureCount[] {
  const byKey = new Map<string, FigureCount>()
  for (const one of counts) {
    const before = byKey.get(keyOf(one))?.count ?? 0
    byKey.set(keyOf(one), { ...one, count: before + one.count })
  }
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

/** The table `release_figures`: counts by minute, site and release, kept for 14 days. */
export const releaseFiguresRepository = (db: Db) => ({
  async add(at: Date, { channel, site }: FigureSource, counts: readonly FigureCount[]) {
    if (counts.length === 0) return
    const rows = merged(counts).map((one) => ({ part: '', ...one }))
    await sql`insert into release_figures (minute, channel, site, name, version, figure, part, count)
      select ${minuteOf(at)}, ${channel}, ${site}, * from unnest(
        ${rows.map(({ name }) => name)}::text[], ${rows.map(({ version }) => version)}::text[],
        ${rows.map(({ figure }) => figure)}::text[], ${rows.map(({ part }) => part)}::text[],
        ${rows.map(({ count }) => count)}::int[])
      on conflict (name, channel, version, minute, site, figure, part)
        do update set count = release_figures.count + excluded.count`.execute(db)
  },

  /** Counts of a remote in a channel that are judged, by minute and version, over all sites. */
  async byMinute(name: string, channel: Channel, since: Date, until: Date): Promise<MinuteRow[]> {
    const { rows } = await sql<MinuteRow>`
      select minute, version, figure, sum(count)::int as count from release_figures
      where name = ${name} and channel = ${channel} and minute >= ${since} and minute < ${until}
        and part = ''
      group by minute, version, figure order by minute`.execute(db)
    return rows
  },

  /** Measured visits of a remote in a channel by version and class, over all sites and minutes. */
  async speeds(
    name: string,
    channel: Channel,
    since: Date,
    until: Date,
  ): Promise<{ version: string; figure: JudgedVital; part: string; count: number }[]> {
    const { rows } = await sql<{
      version: string
      figure: JudgedVital
      part: string
      count: number
    }>`
      select version, figure, part, sum(count)::int as count from release_figures
      where name = ${name} and channel = ${channel} and minute >= ${since} and minute < ${until}
        and figure in ('LCP', 'INP')
      group by version, figure, part`.execute(db)
    return rows
  },

  /** Everything counted since `since`, by release and channel. */
  async totals(since: Date): Promise<TotalRow[]> {
    const { rows } = await sql<TotalRow>`
      select name, version, channel, figure, part, sum(count)::int as count from release_figures
      where minute >= ${since} group by name, version, channel, figure, part`.execute(db)
    return rows
  },

  async deleteBefore(cutoff: Date) {
    await sql`delete from release_figures where minute < ${cutoff}`.execute(db)
  },
})

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
