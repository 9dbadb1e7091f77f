import { sql } from 'kysely'
import type { TaxReportKind } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { TaxReportSum } from './tax-report-xml.ts'
import type { FlowStatus } from './platform-flows.repository.ts'

export type TaxPeriod = { id: string; kind: TaxReportKind; from_day: string; to_day: string }
export type NewReport = {
  period_id: string
  revision: number
  number: string
  is_correction: boolean
  sums: readonly TaxReportSum[]
  left_out: number
  digest: string
  xml: string
  created_at: Date
}
/** The newest transmission of a period, and how it fared; `status` is null when there was nothing to send. */
export type LatestReport = {
  id: string
  revision: number
  digest: string
  status: FlowStatus | null
  is_checked: boolean
}
export type TaxReportRow = TaxPeriod & {
  number: string
  is_correction: boolean
  sums: TaxReportSum[]
  left_out: number
  created_at: Date
  status: FlowStatus | null
  is_checked: boolean
  sent_at: Date | null
  reason: string | null
  is_latest: boolean
  code: string | null
  at: Date | null
  reasons: { code: string; text: string }[] | null
}

/** Periods of the e-reporting, and their transmissions. */
export const taxReportsRepository = (db: Db) => ({
  /** The last day that a closed period covers. */
  async closedUntil(kind: TaxReportKind): Promise<string | undefined> {
    const row = await db
      .selectFrom('tax_periods')
      .select('to_day')
      .where('kind', '=', kind)
      .orderBy('to_day', 'desc')
      .executeTakeFirst()
    return row?.to_day
  },

  /** Closes a period; undefined if another process has closed it, or one that it overlaps. */
  async close(period: Omit<TaxPeriod, 'id'>, closed_at: Date): Promise<TaxPeriod | undefined> {
    const row = await db
      .insertInto('tax_periods')
      .values({ ...period, closed_at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return row && { ...period, id: row.id }
  },

  periodsSince: (day: string): Promise<TaxPeriod[]> =>
    db
      .selectFrom('tax_periods')
      .select(['id', 'kind', 'from_day', 'to_day'])
      .where('to_day', '>=', day)
      .orderBy('from_day')
      .orderBy('kind')
      .$castTo<TaxPeriod>()
      .execute(),

  /** Locks a period, so that one process at a time writes its next transmission. */
  lock: (periodId: string) =>
    db.selectFrom('tax_periods').select('id').where('id', '=', periodId).forUpdate().execute(),

  async latestOf(periodId: string): Promise<LatestReport | undefined> {
    return db
      .selectFrom('tax_reports as r')
      .leftJoin('platform_flows as f', 'f.report_id', 'r.id')
      .select(['r.id', 'r.revision', 'r.digest', 'f.status'])
      .select((with_) => with_.fn.coalesce('f.is_checked', sql<boolean>`false`).as('is_checked'))
      .where('r.period_id', '=', periodId)
      .orderBy('r.revision', 'desc')
      .$castTo<LatestReport>()
      .executeTakeFirst()
  },

  /** Whether the tax office has a transmission of the period, which a later one corrects. */
  async isTaken(periodId: string): Promise<boolean> {
    const row = await db
      .selectFrom('tax_reports as r')
      .innerJoin('platform_flows as f', 'f.report_id', 'r.id')
      .select('r.id')
      .where('r.period_id', '=', periodId)
      .where('f.status', '=', 'sent')
      .executeTakeFirst()
    return row !== undefined
  },

  async add({ sums, ...report }: NewReport): Promise<string> {
    const { id } = await db
      .insertInto('tax_reports')
      .values({ ...report, sums: JSON.stringify(sums) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  /** What a transmission speaks of; what earlier ones of its period, or another period, spoke of moves here. */
  async link(
    reportId: string,
    periodId: string,
    invoices: readonly string[],
    money: readonly string[],
  ) {
    await sql`delete from tax_report_items where report_id in (
      select id from tax_reports where period_id = ${periodId})`.execute(db)
    await sql`insert into tax_report_items (report_id, invoice_id)
      select ${reportId}::bigint, unnest(${invoices}::bigint[])
      on conflict (invoice_id) do update set report_id = excluded.report_id`.execute(db)
    await sql`insert into tax_report_items (report_id, ledger_id)
      select ${reportId}::bigint, unnest(${money}::bigint[])
      on conflict (ledger_id) do update set report_id = excluded.report_id`.execute(db)
  },

  find: (reportId: string) =>
    db
      .selectFrom('tax_reports as r')
      .innerJoin('tax_periods as p', 'p.id', 'r.period_id')
      .leftJoin('platform_flows as f', 'f.report_id', 'r.id')
      .select(['r.id', 'r.period_id', 'r.number', 'r.revision', 'r.xml', 'r.digest'])
      .select(['p.kind', 'p.from_day', 'p.to_day', 'f.status'])
      .where('r.id', '=', reportId)
      .$castTo<
        TaxPeriod & { period_id: string; number: string; revision: number; xml: string } & {
          status: FlowStatus | null
        }
      >()
      .executeTakeFirst(),

  async page({ current, pageSize }: { current: number; pageSize: number }) {
    const { rows } = await sql<TaxReportRow>`
      select r.id, p.kind, p.from_day, p.to_day, r.number, r.is_correction, r.sums, r.left_out, r.created_at,
        f.status, coalesce(f.is_checked, false) as is_checked, f.sent_at, f.reason, e.code, e.at, e.reasons,
        not exists (select from tax_reports later
          where later.period_id = r.period_id and later.revision > r.revision) as is_latest
      from tax_reports r
      join tax_periods p on p.id = r.period_id
      left join platform_flows f on f.report_id = r.id
      left join lateral (
        select code, at, reasons from platform_events e
        where e.report_id = r.id and e.code <> '' order by e.at desc, e.code desc limit 1) e on true
      order by p.to_day desc, p.kind desc, r.revision desc
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(db)
    const { total } = await db
      .selectFrom('tax_reports')
      .select((with_) => with_.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return { rows, total: Number(total) }
  },
})
