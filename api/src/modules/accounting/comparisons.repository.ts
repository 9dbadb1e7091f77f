import type { ComparisonRow } from '@awards/shared/contract'
import type { Channel } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { SERVER_CHANNELS } from '../payments/channels/server-channels.ts'
import type { StatementFact } from '../payments/channels/provider.ts'
import type { Compared, Difference, LedgerFact } from './compare-statement.ts'

/** A day of one provider. */
export type ProviderDay = { channel: Channel; day: string }
type ComparisonRecord = Omit<ComparisonRow, 'compared_at'> & { compared_at: Date }
type Attempt = { compared_at: Date; next_check_at: Date | null }

const ROW = sql`day, channel, status, compared_at, currency, differences, error,
  theirs_minor::float8 as theirs_minor, ours_minor::float8 as ours_minor`

/** Statement lines, and the results of comparing them with the ledger. */
export const comparisonsRepository = (db: Db) => ({
  /**
   * Ledger rows of the day, and those of the statement's lines on any day: our ledger may have a refund a
   * day later than the provider. Excludes rows that another day's statement has, and payments of an
   * imported programme, which no provider knows.
   */
  async ours({ channel, day }: ProviderDay, theirs: readonly StatementFact[]) {
    const references = theirs.map(({ reference }) => reference)
    const { rows } = await sql<LedgerFact>`
      select l.kind as fact, l.order_no, l.provider_txn as reference, l.amount_minor, l.currency, l.at
      from ledger l
      where l.channel = ${channel} and l.source <> 'programme' and (
        l.provider_txn = any(${references}::text[])
        or ((l.at at time zone ${SERVER_CHANNELS[channel].timeZone})::date = ${day}::date and not exists (
          select 1 from statement_lines s where s.channel = l.channel and s.fact = l.kind
            and s.reference = l.provider_txn and s.day <> ${day}::date)))
      order by l.at, l.id`.execute(db)
    return rows
  },

  /** Replaces the stored lines of a day's statement. */
  async saveLines({ channel, day }: ProviderDay, lines: readonly StatementFact[]) {
    await db
      .deleteFrom('statement_lines')
      .where('channel', '=', channel)
      .where('day', '=', day)
      .execute()
    const rows = lines.map((line, position) => ({ ...line, channel, day, position }))
    if (rows.length > 0) await db.insertInto('statement_lines').values(rows).execute()
  },

  /** Replaces the result of a day, one row per currency. */
  async saveResults({ channel, day }: ProviderDay, results: readonly Compared[], attempt: Attempt) {
    await this.remove({ channel, day })
    const rows = results.map(({ differences, ...result }) => ({
      ...result,
      ...attempt,
      channel,
      day,
      status: differences.every(({ is_healed }) => is_healed) ? 'equal' : 'differs',
      differences: JSON.stringify(differences),
    }))
    await db.insertInto('statement_comparisons').values(rows).execute()
  },

  /** Records that the statement could not be fetched; an earlier result stays. Returns the attempts. */
  async saveFailure({ channel, day }: ProviderDay, error: string, attempt: Attempt) {
    const { rows } = await sql<{ attempts: number }>`
      insert into statement_comparisons
        (channel, day, status, error, attempts, compared_at, next_check_at)
      values (${channel}, ${day}, 'failed', ${error}, 1, ${attempt.compared_at}, ${attempt.next_check_at})
      on conflict (channel, day, currency) do update set error = excluded.error,
        attempts = statement_comparisons.attempts + 1, next_check_at = excluded.next_check_at
      returning attempts`.execute(db)
    return rows[0]?.attempts ?? 1
  },

  /** Differences found by an earlier comparison of the day. */
  async differences({ channel, day }: ProviderDay) {
    const { rows } = await sql<{ currency: string; line: Difference }>`
      select c.currency, d.line from statement_comparisons c
      cross join lateral jsonb_array_elements(c.differences) as d(line)
      where c.channel = ${channel} and c.day = ${day}`.execute(db)
    return rows
  },

  remove: ({ channel, day }: ProviderDay) =>
    db
      .deleteFrom('statement_comparisons')
      .where('channel', '=', channel)
      .where('day', '=', day)
      .execute(),

  attempts: async ({ channel, day }: ProviderDay): Promise<number> => {
    const row = await db
      .selectFrom('statement_comparisons')
      .select((select) => select.fn.max('attempts').as('attempts'))
      .where('channel', '=', channel)
      .where('day', '=', day)
      .executeTakeFirst()
    return row?.attempts ?? 0
  },

  /** Days of a provider whose next check is due. */
  dueDays: async (channel: Channel, now: Date): Promise<string[]> => {
    const rows = await db
      .selectFrom('statement_comparisons')
      .select('day')
      .distinct()
      .where('channel', '=', channel)
      .where('next_check_at', '<=', now)
      .orderBy('day')
      .execute()
    return rows.map(({ day }) => day)
  },

  comparedDays: async (channel: Channel, from: string): Promise<string[]> => {
    const rows = await db
      .selectFrom('statement_comparisons')
      .select('day')
      .distinct()
      .where('channel', '=', channel)
      .where('day', '>=', from)
      .orderBy('day')
      .execute()
    return rows.map(({ day }) => day)
  },

  async page({ current, pageSize }: { current: number; pageSize: number }) {
    const { rows } = await sql<ComparisonRecord & { total: number }>`
      select ${ROW}, count(*) over ()::integer as total
      from statement_comparisons
      order by day desc, channel, currency
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(db)
    return { rows, total: rows[0]?.total ?? (current === 1 ? 0 : await this.count()) }
  },

  async count(): Promise<number> {
    const { rows } = await sql<{ total: number }>`
      select count(*)::integer as total from statement_comparisons`.execute(db)
    return rows[0]?.total ?? 0
  },

  async ofDay(day: string): Promise<ComparisonRecord[]> {
    const { rows } = await sql<ComparisonRecord>`
      select ${ROW}
      from statement_comparisons where day = ${day} order by channel, currency`.execute(db)
    return rows
  },
})
