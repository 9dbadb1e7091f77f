import { createHash } from 'node:crypto'
import type { Answer, money, Parsed } from '@awards/shared/contract'
import {
  dayAfter,
  dayIn,
  TAX_REPORT_KINDS,
  taxPeriodCloses,
  taxPeriodEnd,
  type TaxReportKind,
} from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { DAY_MS } from '../../../lib/time.ts'
import { signedUrl } from '../../../lib/signed-token.ts'
import { newStorageKey } from '../../../files/storage/storage.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { editionsRepository } from '../../editions/editions.repository.ts'
import { sellerOf } from '../../documents/invoice-content.ts'
import { programmeOf, type Programme } from '../../documents/documents.repository.ts'
import { alertsRepository } from '../../payments/alerts.repository.ts'
import { bookExportsRepository, booksRepository } from '../books.repository.ts'
import { paymentLines, salesLines, type TaxLine } from '../books.ts'
import { platformFlowsRepository } from './platform-flows.repository.ts'
import { emptyBody, taxReportContent, taxReportXml } from './tax-report-xml.ts'
import {
  taxReportsRepository,
  type TaxPeriod,
  type TaxReportRow,
} from './tax-reports.repository.ts'

/** Closed periods are compared with the books again for so many days; an older change is for the VAT return. */
const CORRECTED_DAYS = 400
const COMPARED_EVERY_MS = DAY_MS
const PREFIXES: Record<TaxReportKind, string> = { sales: 'TX', payments: 'PAY' }

const compact = (day: string) => day.replaceAll('-', '')

/** Reads the books of a period: the source of the table for the accountant, too. */
async function linesOf(db: Db, { kind, from_day: from, to_day: to }: TaxPeriod, zone: string) {
  const books = booksRepository(db)
  const days = { from, to, zone }
  const lines: TaxLine[] = []
  const source =
    kind === 'sales' ? salesLines(books.documents(days)) : paymentLines(books.movements(days))
  for await (const line of source) lines.push(line)
  return lines
}

type Next = { programme: Programme; revision: number; now: Date; unlessDigest?: string }

/**
 * Writes the next transmission of a locked period: the first, or one that replaces all that was said of it. False if the
 * books say what `unlessDigest` stands for.
 */
async function write(trx: Db, period: TaxPeriod, { programme, revision, now, unlessDigest }: Next) {
  const reports = taxReportsRepository(trx)
  const lines = await linesOf(trx, period, programme.timezone)
  const { items, sums, left_out, body } = taxReportContent(period, lines)
  const digest = createHash('sha256').update(body).digest('hex')
  if (digest === unlessDigest) return false
  const is_correction = await reports.isTaken(period.id)
  const span = `${compact(period.from_day)}-${compact(period.to_day)}`
  const number = `${programme.number_prefix ?? 'A'}-${PREFIXES[period.kind]}-${span}-${revision}`
  const head = { number, is_correction, created_at: now, seller: sellerOf(programme) }
  // Nothing to report is not reported, but where something has to be taken back.
  const reported = body || (is_correction ? emptyBody(period) : '')
  const id = await reports.add({
    period_id: period.id,
    revision,
    number,
    is_correction,
    sums,
    left_out,
    digest,
    created_at: now,
    xml: reported && taxReportXml({ ...head, body: reported }),
  })
  const invoices = items.flatMap((item) => ('invoice_id' in item ? [item.invoice_id] : []))
  const movements = items.flatMap((item) => ('ledger_id' in item ? [item.ledger_id] : []))
  await reports.link(id, period.id, invoices, movements)
  if (reported) await platformFlowsRepository(trx).addReport(id, now)
  if (left_out > 0) {
    const alert = { code: 'REPORT_INCOMPLETE' as const, order_no: null, detail: number, at: now }
    await alertsRepository(trx).raise(alert)
  }
  return true
}

/** Closes periods of the e-reporting when their time has come, and corrects closed ones whose books have changed. */
export function taxReporting({ db, clock }: Pick<AppContext, 'db' | 'clock'>) {
  let comparedAt = -Infinity

  async function closePeriods(programme: Programme, rules: Rules) {
    for (const kind of TAX_REPORT_KINDS) {
      for (;;) {
        const until = await taxReportsRepository(db).closedUntil(kind)
        const next = until === undefined ? '' : dayAfter(until)
        const from_day = next > rules.since ? next : rules.since
        const to_day = taxPeriodEnd(rules.regime, kind, from_day)
        const now = clock()
        if (now < taxPeriodCloses(to_day, programme.timezone)) break
        await db.transaction().execute(async (trx) => {
          const period = await taxReportsRepository(trx).close({ kind, from_day, to_day }, now)
          if (period) await write(trx, period, { programme, revision: 0, now })
        })
      }
    }
  }

  /** What came late, or was invoiced anew since: the whole period is reported again. */
  async function correctPeriods(programme: Programme) {
    const now = clock()
    if (now.getTime() < comparedAt + COMPARED_EVERY_MS) return
    const since = dayIn(new Date(now.getTime() - CORRECTED_DAYS * DAY_MS), programme.timezone)
    for (const period of await taxReportsRepository(db).periodsSince(since)) {
      await db.transaction().execute(async (trx) => {
        const reports = taxReportsRepository(trx)
        await reports.lock(period.id)
        const latest = await reports.latestOf(period.id)
        if (!latest) return
        // What was refused waits for a person, and what is under way for its end.
        const { status, is_checked, revision, digest } = latest
        if (status !== null && !(status === 'sent' && is_checked)) return
        await write(trx, period, { programme, revision: revision + 1, now, unlessDigest: digest })
      })
    }
    comparedAt = now.getTime()
  }

  return {
    /** Does what is due; nothing where the programme does not say its regime. */
    async run() {
      const programme = await programmeOf(db).catch((error: unknown) => {
        if (error instanceof BusinessError) return undefined
        throw error
      })
      const rules = programme?.organiser.e_reporting
      if (!programme || !rules) return
      await closePeriods(programme, rules)
      await correctPeriods(programme)
    },
  }
}
type Rules = NonNullable<Programme['organiser']['e_reporting']>

function toReportRow(row: TaxReportRow): Answer<typeof money.taxReports>['list'][number] {
  const { id, from_day, to_day, created_at, status, code, at, sent_at, reasons, is_latest } = row
  const { number, kind, is_correction, sums, left_out, is_checked, reason } = row
  const isAnswered = code !== null
  const isTaken = status === 'sent' && (is_checked || isAnswered)
  return {
    report_id: id,
    number,
    kind,
    is_correction,
    sums,
    left_out,
    code,
    from: from_day,
    to: to_day,
    created_at: created_at.toISOString(),
    // Reports have no address that could be missing.
    state: isTaken ? 'checked' : status === null || status === 'no_address' ? 'empty' : status,
    at: (isAnswered ? at : sent_at)?.toISOString() ?? null,
    reason: isAnswered
      ? (reasons ?? []).map((why) => why.text || why.code).join(' · ')
      : (reason ?? ''),
    can_send_again: is_latest && status === 'refused',
  }
}

/**
 * Refuses the file of a report that names businesses of a blind edition: with the number of an invoice a chair finds the
 * work. Payments are reported by number, consumers by day.
 */
async function requireKnownBuyers(
  { db, clock, identity }: Pick<AppContext, 'db' | 'clock' | 'identity'>,
  { kind, from_day: from, to_day: to }: Omit<TaxPeriod, 'id'>,
) {
  const blind = await editionsRepository(db).blindEditions(clock())
  if (kind !== 'sales' || blind.length === 0) return
  const { time_zone: zone } = await identity()
  async function* hidden() {
    for await (const issued of booksRepository(db).documents({ from, to, zone })) {
      if (blind.includes(issued.edition_id)) yield issued
    }
  }
  for await (const { facts } of salesLines(hidden())) {
    if (!facts.isBusiness) continue
    throw new BusinessError(
      423,
      'This report names buyers. Its file opens for the chair once the results are out.',
      { reason: 'BLIND' },
    )
  }
}

const noReport = () => new BusinessError(404, 'There is no report of this number.')

/** Transmissions to the tax office, for chairs with `can_manage_fees`. */
export const taxReportDesk = ({ db, clock, storage, config, identity }: AppContext) => ({
  async list(input: Parsed<typeof money.taxReports>): Promise<Answer<typeof money.taxReports>> {
    const { rows, total } = await taxReportsRepository(db).page(input)
    const { current, pageSize } = input
    return { list: rows.map(toReportRow), total, current, pageSize }
  },

  /** A short-lived link to the file as it was sent. */
  async file(
    actor: Actor,
    { report_id }: Parsed<typeof money.taxReportFile>,
  ): Promise<Answer<typeof money.taxReportFile>> {
    const report = await taxReportsRepository(db).find(report_id)
    if (!report) throw noReport()
    const { number, xml, from_day: first_day, to_day: last_day } = report
    if (!xml) {
      throw new BusinessError(
        409,
        'Nothing was to be reported in this period, so that there is no file.',
      )
    }
    await requireKnownBuyers({ db, clock, identity }, report)
    const key = newStorageKey('xml')
    await storage.put(key, Buffer.from(xml))
    const now = clock()
    await db.transaction().execute(async (trx) => {
      const row = { kind: 'tax_report', first_day, last_day, rows: 1, created_at: now }
      await bookExportsRepository(trx).add({ ...row, storage_key: key, by_user_id: actor.id })
      await auditRepository(trx).record(actor, 'books.exported', 'tax_report', {
        after: { number },
      })
    })
    const filename = `${number}.xml`
    return { url: signedUrl(config.secret, now, { key, filename }), filename }
  },

  /** Reports a period anew, by the books as they are now, after its transmission was not taken. */
  sendAgain: (
    actor: Actor,
    { report_id }: Parsed<typeof money.sendTaxReportAgain>,
  ): Promise<Answer<typeof money.sendTaxReportAgain>> =>
    db.transaction().execute(async (trx) => {
      const reports = taxReportsRepository(trx)
      const known = await reports.find(report_id)
      if (!known) throw noReport()
      await reports.lock(known.period_id)
      const latest = await reports.latestOf(known.period_id)
      if (latest?.id !== report_id || latest.status !== 'refused') {
        throw new BusinessError(
          409,
          'The platform has this report, it is on its way, or a newer one replaces it. Look at its state; it can be sent again once the platform did not take it.',
        )
      }
      const programme = await programmeOf(trx)
      const { number, kind, from_day, to_day } = known
      const period = { id: known.period_id, kind, from_day, to_day }
      await write(trx, period, { programme, revision: latest.revision + 1, now: clock() })
      await auditRepository(trx).record(actor, 'payment.report_sent_again', number)
      return { sent: true }
    }),
})
