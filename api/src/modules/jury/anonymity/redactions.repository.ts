import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Page } from '../lists/jury-entries.repository.ts'
import type { JuryScope } from '../jury.policy.ts'
import { inScope } from '../jury-scope.repository.ts'
import { ENTRY_LINK, type EntryLinkRow } from '../entry-link.repository.ts'

export type Redaction = { phrases: string[]; hidden_file_ids: string[]; version: number }

const NO_REDACTION: Redaction = { phrases: [], hidden_file_ids: [], version: 0 }

export type ReportRow = EntryLinkRow & {
  report_id: string
  note: string
  at: Date
  closed_at: Date | null
}

/** The tables `redactions` and `identity_reports`. */
export const redactionsRepository = (db: Db) => ({
  async find(id: string): Promise<Redaction> {
    const row = await db
      .selectFrom('redactions')
      .select(['phrases', 'hidden_file_ids', 'version'])
      .where('apply_order_id', '=', id)
      .executeTakeFirst()
    return row ?? NO_REDACTION
  },

  async upsert(id: string, redaction: Redaction, userId: string, at: Date) {
    const change = { ...redaction, by_user_id: userId, at }
    await db
      .insertInto('redactions')
      .values({ apply_order_id: id, ...change })
      .onConflict((conflict) => conflict.column('apply_order_id').doUpdateSet(change))
      .execute()
  },

  insertReport: (report: {
    entryId: string
    jurorId: string
    fileId: string | null
    note: string
    at: Date
  }) =>
    db
      .insertInto('identity_reports')
      .values({
        apply_order_id: report.entryId,
        juror_id: report.jurorId,
        file_id: report.fileId,
        note: report.note,
        at: report.at,
      })
      .execute(),

  reportsOf: (id: string) =>
    db
      .selectFrom('identity_reports')
      .select(['id', 'file_id', 'note', 'at', 'closed_at'])
      .where('apply_order_id', '=', id)
      .orderBy('at')
      .orderBy('id')
      .execute(),

  async closeReports(id: string, userId: string, at: Date): Promise<number> {
    const { numUpdatedRows } = await db
      .updateTable('identity_reports')
      .set({ closed_at: at, closed_by: userId })
      .where('apply_order_id', '=', id)
      .where('closed_at', 'is', null)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  },

  /** Reports of entries in scope, open ones first, then the newest. */
  async reports(
    scope: JuryScope,
    state: 'open' | 'closed' | undefined,
    { current, pageSize }: Page,
  ): Promise<{ rows: ReportRow[]; total: number }> {
    const from = sql`from identity_reports report
      join apply_orders entry on entry.id = report.apply_order_id
      join categories category on category.id = entry.category_id
      where ${inScope(scope)}
        and (${state ?? null}::text is null or (report.closed_at is null) = (${state ?? null} = 'open'))`
    const [{ rows }, counted] = await Promise.all([
      sql<ReportRow>`
        select report.id as report_id, ${ENTRY_LINK}, report.note, report.at, report.closed_at ${from}
        order by report.closed_at is not null, report.at desc, report.id desc
        limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(db),
      sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db),
    ])
    return { rows, total: counted.rows[0]?.total ?? 0 }
  },
})
