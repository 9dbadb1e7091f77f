import { CHANNELS, ShellRelease, type Channel } from '@awards/shared/platform'
import type { Db } from '../../db/database.ts'
import type { ChannelShell } from './gates-shared.ts'

export const shellsRepository = (db: Db) => ({
  /** The shells of the given channels; a channel that no site follows has none. */
  async shells(channels: readonly Channel[] = CHANNELS): Promise<ChannelShell[]> {
    const rows = await db.selectFrom('mfe_shells').selectAll().orderBy('channel').execute()
    return channels.flatMap((channel) => {
      const row = rows.find((one) => one.channel === channel)
      return row ? [{ channel, release: ShellRelease.parse(row.release) }] : []
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
