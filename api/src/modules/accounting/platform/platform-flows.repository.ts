import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { StoredDocument } from '../../documents/documents.types.ts'
import type { CollectedAmount, LifeCycleEvent } from './life-cycle.ts'
import type { PlatformFlow } from './platform-client.ts'
import type { TaxReportSum } from './tax-report-xml.ts'

export type FlowStatus = 'waiting' | 'no_address' | 'sending' | 'sent' | 'refused'

/** Something that is due, with the invoice that it is or is about, or a report to the tax office. */
export type DueFlow = {
  id: string
  kind: 'invoice' | 'collected' | 'report'
  invoice_id: string | null
  status: FlowStatus
  tracking_id: string
  address: string | null
  attempts: number
  asked_at: Date | null
  created_at: Date
  amounts: CollectedAmount[] | null
  /** Of the invoice or of the report. */
  number: string
  order_no: string | null
  invoice_kind: 'invoice' | 'credit_note' | null
  document: StoredDocument | null
  billing: unknown
  xml: string
  /** When the money of a `collected` moved, and its line of the ledger. */
  moved_at: Date | null
  ledger_id: string | null
  /** Sums of a report by flow. */
  sums: TaxReportSum[] | null
}

/** Where the platform keeps it, and since when by its own clock. */
type Taken = Pick<PlatformFlow, 'flowId' | 'submittedAt'>
type MoneyReport = { invoice_id: string; ledger_id: string; amounts: readonly CollectedAmount[] }

/** An invoice at the platform, with the newest event of its life there. */
export type FlowState = {
  invoice_id: string
  status: FlowStatus
  is_checked: boolean
  sent_at: Date | null
  reason: string
  code: string | null
  at: Date | null
  reasons: { code: string; text: string }[] | null
}

/** What a person may send again: nothing that the platform has, or may have. */
const SENT_AGAIN: FlowStatus[] = ['refused', 'no_address']
export const canSendAgain = (status: FlowStatus) => SENT_AGAIN.includes(status)

/** What ends a thing's life at the platform: an invoice rejected, a report rejected, a file not admissible. */
const NOT_TAKEN = ['213', '301', '501']
export const isNotTaken = (code: string) => NOT_TAKEN.includes(code)

/** What goes to the approved platform. Several processes may run; each change names the state that it read. */
export const platformFlowsRepository = (db: Db) => ({
  /** Notes invoices that have to go; one that another process noted meanwhile is left to it. */
  async addInvoices(invoiceIds: readonly string[], now: Date) {
    if (invoiceIds.length === 0) return
    await db
      .insertInto('platform_flows')
      .values(invoiceIds.map((invoice_id) => newRow({ kind: 'invoice', invoice_id }, now)))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  async addCollected(reports: readonly MoneyReport[], now: Date) {
    if (reports.length === 0) return
    await db
      .insertInto('platform_flows')
      .values(
        reports.map(({ amounts, ...of }) => ({
          ...newRow({ kind: 'collected', ...of }, now),
          amounts: JSON.stringify(amounts),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  async addReport(report_id: string, now: Date) {
    await db
      .insertInto('platform_flows')
      .values(newRow({ kind: 'report', report_id }, now))
      .execute()
  },

  /** What can be sent or has to be asked about. Money is reported after its invoice was taken. */
  async due(now: Date, limit: number): Promise<DueFlow[]> {
    const { rows } = await sql<DueFlow>`
      select f.id, f.kind, f.invoice_id, f.status, f.tracking_id,
        coalesce(f.address, sent.address) as address, f.attempts, f.asked_at, f.created_at, f.amounts,
        f.ledger_id, coalesce(i.number, r.number) as number, i.order_no, i.kind as invoice_kind, i.document,
        o.billing, coalesce(i.facturx_xml, r.xml) as xml, l.at as moved_at, r.sums
      from platform_flows f
      left join invoices i on i.id = f.invoice_id
      left join tax_reports r on r.id = f.report_id
      left join payment_orders o on o.order_no = i.order_no
      left join ledger l on l.id = f.ledger_id
      left join platform_flows sent on f.kind = 'collected' and sent.kind = 'invoice'
        and sent.invoice_id = f.invoice_id and sent.replaced_at is null
      where f.replaced_at is null and f.status in ('waiting', 'no_address', 'sending') and f.run_at <= ${now}
        and (f.kind <> 'collected' or (sent.status = 'sent' and sent.is_checked))
      order by f.run_at, f.id limit ${limit}`.execute(db)
    return rows
  },

  /** Takes what is about to be sent; false if another process took it since it was read. */
  async claim({ id, status, attempts }: DueFlow, address: string | null, at: Date, again: Date) {
    const { numUpdatedRows } = await db
      .updateTable('platform_flows')
      .set({ status: 'sending', attempts: attempts + 1, asked_at: at, run_at: again, address })
      .where('id', '=', id)
      .where('status', '=', status)
      .where('attempts', '=', attempts)
      .where('replaced_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** The platform has it. */
  async sent(id: string, taken: Taken) {
    await db
      .updateTable('platform_flows')
      .set({ status: 'sent', ...placeOf(taken), reason: '' })
      .where('id', '=', id)
      .where('status', '=', 'sending')
      .execute()
  },

  /** The platform has it under another of its numbers. */
  async adopt(id: string, taken: Taken) {
    await db.updateTable('platform_flows').set(placeOf(taken)).where('id', '=', id).execute()
  },

  /** Word that an invoice was not taken, since it was submitted. */
  async rejectionOf(id: string): Promise<Pick<LifeCycleEvent, 'code' | 'reasons'> | undefined> {
    const { rows } = await sql<Pick<LifeCycleEvent, 'code' | 'reasons'>>`
      select e.code, e.reasons from platform_flows f join platform_events e on e.invoice_id = f.invoice_id
      where f.id = ${id} and f.kind = 'invoice' and e.code = any(${NOT_TAKEN})
        and e.at >= date_trunc('second', f.sent_at) limit 1`.execute(db)
    return rows[0]
  },

  /** It is tried again, or asked about, at `run_at`; a state that somebody changed meanwhile stays. */
  postpone: (
    { id, status, attempts }: Pick<DueFlow, 'id' | 'status' | 'attempts'>,
    to: { status: FlowStatus; run_at: Date; reason: string },
  ) =>
    db
      .updateTable('platform_flows')
      .set(to)
      .where('id', '=', id)
      .where('status', '=', status)
      .where('attempts', '=', attempts)
      .where('replaced_at', 'is', null)
      .execute(),

  /** The platform does not take it; false if that was known. */
  async refuse(id: string, reason: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('platform_flows')
      .set({ status: 'refused', reason })
      .where('id', '=', id)
      .where('status', '<>', 'refused')
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  checked: (id: string) =>
    db
      .updateTable('platform_flows')
      .set({ is_checked: true })
      .where('id', '=', id)
      .where('is_checked', '=', false)
      .execute(),

  /** What a number of ours stands for, also what was sent again since. */
  byTracking: (trackingId: string) =>
    db
      .selectFrom('platform_flows as f')
      .leftJoin('invoices as i', 'i.id', 'f.invoice_id')
      .leftJoin('tax_reports as r', 'r.id', 'f.report_id')
      .select(['f.id', 'f.kind', 'f.status', 'f.tracking_id', 'f.flow_id', 'i.order_no'])
      .select(sql<string>`coalesce(i.number, r.number)`.as('number'))
      .where('f.tracking_id', '=', trackingId)
      .executeTakeFirst(),

  /** The invoice that a message of the platform names, by its number or by the name of its file. */
  ofInvoice: (numberOrFile: string) =>
    db
      .selectFrom('platform_flows as f')
      .innerJoin('invoices as i', 'i.id', 'f.invoice_id')
      .select(['f.id', 'f.kind', 'f.invoice_id', 'f.sent_at', 'i.order_no', 'i.number'])
      .where('f.kind', '=', 'invoice')
      .where('f.replaced_at', 'is', null)
      .where('i.number', 'in', [numberOrFile, numberOrFile.replace(/\.xml$/, '')])
      .executeTakeFirst(),

  /** The report that a message of the platform names by its number. */
  ofReport: (number: string) =>
    db
      .selectFrom('platform_flows as f')
      .innerJoin('tax_reports as r', 'r.id', 'f.report_id')
      .select(['f.id', 'f.kind', 'f.report_id', 'f.sent_at', 'r.number'])
      .where('r.number', '=', number)
      .executeTakeFirst(),

  orderOf: (invoiceId: string) =>
    db
      .selectFrom('platform_flows as f')
      .innerJoin('invoices as i', 'i.id', 'f.invoice_id')
      .select(['i.order_no', 'i.number'])
      .where('f.invoice_id', '=', invoiceId)
      .executeTakeFirst(),

  /**
   * Sends again what was not taken, an invoice or word of its money, as new rows under new numbers. Nothing for what
   * the platform has, or may have.
   */
  async sendAgain(invoiceId: string, now: Date) {
    const replaced = await db
      .updateTable('platform_flows')
      .set({ replaced_at: now })
      .where('invoice_id', '=', invoiceId)
      .where('replaced_at', 'is', null)
      .where('status', 'in', SENT_AGAIN)
      .returning(['kind', 'ledger_id', 'amounts'])
      .execute()
    for (const { kind, ledger_id, amounts } of replaced) {
      const row = {
        kind,
        invoice_id: invoiceId,
        ledger_id,
        amounts: amounts && JSON.stringify(amounts),
      }
      await db.insertInto('platform_flows').values(newRow(row, now)).execute()
    }
    return replaced
  },

  /** Events of an invoice by their own time, and what became of handing it in. */
  async statesOf(orderNo: string): Promise<FlowState[]> {
    const { rows } = await sql<FlowState>`
      select f.invoice_id, f.status, f.is_checked, f.sent_at, f.reason, e.code, e.at, e.reasons
      from platform_flows f
      join invoices i on i.id = f.invoice_id
      left join lateral (
        select code, at, reasons from platform_events e
        where e.invoice_id = f.invoice_id and e.code <> '' and e.at >= date_trunc('second', f.sent_at)
        order by e.at desc, e.code desc limit 1) e on true
      where i.order_no = ${orderNo} and f.kind = 'invoice' and f.replaced_at is null`.execute(db)
    return rows
  },
})

const placeOf = ({ flowId, submittedAt }: Taken) => ({
  flow_id: flowId,
  sent_at: new Date(submittedAt),
})

function newRow<Of extends object>(of: Of, now: Date) {
  return { ...of, tracking_id: randomUUID(), run_at: now, created_at: now }
}

/** Events that the platform has sent, and how far it has been read. */
export const platformEventsRepository = (db: Db) => ({
  async readUntil(): Promise<Date | undefined> {
    const row = await db.selectFrom('platform_reading').select('updated_after').executeTakeFirst()
    return row?.updated_after
  },

  /** Moves on, never back: another process may have read further. */
  async noteRead(updated_after: Date) {
    await sql`insert into platform_reading (updated_after) values (${updated_after})
      on conflict (is_only) do update
        set updated_after = greatest(platform_reading.updated_after, excluded.updated_after)`.execute(
      db,
    )
  },

  /** When the first of our flows was submitted; undefined before. */
  async firstSent(): Promise<Date | undefined> {
    const row = await db
      .selectFrom('platform_flows')
      .select((with_) => with_.fn.min('sent_at').as('at'))
      .executeTakeFirst()
    return row?.at ?? undefined
  },

  /** Messages among these that have been read. */
  async known(flowIds: readonly string[]): Promise<Set<string>> {
    if (flowIds.length === 0) return new Set()
    const rows = await db
      .selectFrom('platform_events')
      .select('flow_id')
      .where('flow_id', 'in', flowIds)
      .execute()
    return new Set(rows.map(({ flow_id }) => flow_id))
  },

  /** Keeps an event; false if it was known. */
  async add(
    { invoice_no, code, at, reasons }: LifeCycleEvent,
    from: {
      flow_id: string
      position: number
      invoice_id: string | null
      report_id: string | null
      received_at: Date
    },
  ): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('platform_events')
      .values({ ...from, invoice_no, code, at, reasons: JSON.stringify(reasons) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return (numInsertedOrUpdatedRows ?? 0n) > 0n
  },
})
