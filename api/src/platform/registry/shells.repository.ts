import { CHANNELS, ShellRelease, type Channel } from '@awards/shared/platform'
import type { Db } from '../../db/database.ts'
import type { ChannelShell } from './gates/gates-shared.ts'

// A row may be of a later release of the server, with fields of its own.
const Stored = ShellRelease.strip()

export const shellsRepository = (db: Db) => ({
  /** The shells of the given channels; one that no site follows, or whose row is damaged, has none. */
  async shells(channels: readonly Channel[] = CHANNELS): Promise<ChannelShell[]> {
    const rows = await db.selectFrom('mfe_shells').selectAll().orderBy('channel').execute()
    return channels.flatMap((channel) => {
      const row = rows.find((one) => one.channel === channel)
      const { data: release } = Stored.safeParse(row?.release)
      return release ? [{ channel, release }] : []
    })
  },

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
