import { ENTRY_STATUS } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { PlannedChange } from '../plan.ts'

/** Tables of a season; their records begin with its code. */
export const SEASON_TABLES = ['editions', 'phases', 'fee_periods', 'fee_prices']

/** Whom changes touch: those of seasons, and those of questions that entries have answered. */
export const affectedBy = async (db: Db, changes: readonly PlannedChange[], now: Date) => [
  ...(await affectedBySeasons(db, changes, now)),
  ...(await affectedByQuestions(db, changes)),
]

/** Entries with an answer to a question that is changed or removed: drafts are asked anew, others are not. */
async function affectedByQuestions(db: Db, changes: readonly PlannedChange[]) {
  const codes = changes
    .filter(({ table, kind }) => table === 'entry_questions' && kind !== 'added')
    .map(({ record }) => record)
  if (codes.length === 0) return []
  const { rows } = await sql<{ record: string; drafts: number; handed_in: number }>`
    select answer.code as record,
      (count(*) filter (where entry.entry_status = ${ENTRY_STATUS.draft}))::int as drafts,
      (count(*) filter (where entry.form_hash is not null))::int as handed_in
    from unnest(${codes}::text[]) answer(code)
    join apply_orders entry on entry.answers -> 'questions' -> answer.code <> 'null'
    group by answer.code order by answer.code`.execute(db)
  return rows.map((row) => ({ ...row, quotes: 0, quotes_until: null }))
}

/** Open drafts of seasons that change, and prices of entries that were told and hold until their time. */
async function affectedBySeasons(db: Db, changes: readonly PlannedChange[], now: Date) {
  const codes = changes
    .filter(({ table, kind }) => SEASON_TABLES.includes(table) && kind !== 'added')
    .map(({ record }) => record.split(' ')[0] ?? '')
  if (codes.length === 0) return []
  const rows = await db
    .selectFrom('editions as edition')
    .innerJoin('apply_orders as entry', 'entry.edition_id', 'edition.id')
    .leftJoin('quotes as quote', (join) =>
      join.onRef('quote.apply_order_id', '=', 'entry.id').on('quote.expires_at', '>', now),
    )
    .select([
      'edition.code as record',
      sql<number>`(count(distinct entry.id) filter (where entry.entry_status = ${ENTRY_STATUS.draft}))::int`.as(
        'drafts',
      ),
      sql<number>`count(distinct quote.id)::int`.as('quotes'),
      sql<Date | null>`max(quote.expires_at)`.as('until'),
    ])
    .where('edition.code', 'in', codes)
    .groupBy('edition.code')
    .orderBy('edition.code')
    .execute()
  return rows.map(({ until, ...row }) => ({ ...row, quotes_until: until?.toISOString() ?? null }))
}
