import { DAY_MS, MINUTE_MS } from '../../../lib/time.ts'
import type { Db } from '../../../db/database.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { alertsRepository } from '../../payments/alerts.repository.ts'
import type { InvoiceAlert } from '@awards/shared/domain'
import { booksRepository, platformDeliveriesRepository } from '../books.repository.ts'
import { readDocument } from '../../documents/documents.types.ts'
import { invoiceFacts, shareByRate } from '../books.ts'
import { taxReporting } from './tax-reports.service.ts'
import { collectedMessage, readLifeCycle, type LifeCycleEvent } from './life-cycle.ts'
import {
  isNotTaken,
  platformEventsRepository,
  platformFlowsRepository,
  type DueFlow,
} from './platform-flows.repository.ts'
import {
  PlatformError,
  type PlatformClient,
  type PlatformFlow,
  type Submission,
} from './platform-client.ts'

const BATCH = 50
/** A platform lists a flow up to a quarter of an hour after it took it (XP Z12-013, 5.3.2). */
const LISTED_AFTER_MS = 20 * MINUTE_MS
/** The list of changes is read again from so long before its last entry. */
const OVERLAP_MS = 60 * MINUTE_MS
const LONGEST_PAUSE_MS = 60 * MINUTE_MS
/** After a failure that is none of the file's own, the platform is left alone for so long. */
const QUIET_MS = 15_000
/** A run ends after so long, so that another process can take over. */
const RUN_MS = MINUTE_MS
/** The platform's word for a file that it has already. */
const IS_THERE = 'AlreadyExistingFlow'
const CONTESTED = ['207', '210']

const later = (now: Date, ms: number) => new Date(now.getTime() + ms)
const pauseAfter = (attempts: number) =>
  Math.min(MINUTE_MS * 2 ** Math.max(0, attempts - 1), LONGEST_PAUSE_MS)
const fileName = (number: string) => `${number.replaceAll(/[^\w-]/g, '_')}.xml`

/**
 * Brings invoices between French businesses to the approved platform, reports the money for them and the other sales to
 * it, and reads what becomes of them. Each thing goes there once: a row is claimed before its request, and a request
 * whose end nobody knows is looked up by its number before it is made again.
 */
export function platformExchange(context: AppContext, client: PlatformClient) {
  const { db, clock, log } = context
  const flows = platformFlowsRepository(db)
  const reporting = taxReporting(context)
  let quietUntil = 0

  /** Notes what has to go. */
  async function note() {
    const { time_zone } = await context.identity()
    const now = clock()
    const waiting = await platformDeliveriesRepository(db).waiting(time_zone, BATCH)
    await flows.addInvoices(
      waiting.map(({ invoice_id }) => invoice_id),
      now,
    )
    const movements = await booksRepository(db).unreported(time_zone, BATCH)
    const reports = movements.flatMap(
      ({ id, invoice_id, document, billing, kind, invoiced_minor }) => {
        if (!document) return []
        const { vat_lines } = invoiceFacts(document, billing)
        const amount = kind === 'payment' ? invoiced_minor : -invoiced_minor
        const amounts = shareByRate(vat_lines, amount).map((line) => ({
          rate_percent: line.rate_percent,
          amount_minor: line.net_minor + line.vat_minor,
        }))
        return [{ invoice_id, ledger_id: id, amounts }]
      },
    )
    await flows.addCollected(reports, now)
    await reporting.run()
  }

  /** Sends and asks until nothing is due, the platform wants a pause, or the run is long enough. */
  async function sendDue() {
    const began = performance.now()
    for (;;) {
      const due = clock().getTime() < quietUntil ? [] : await flows.due(clock(), BATCH)
      for (const flow of due) {
        if (clock().getTime() < quietUntil || performance.now() - began > RUN_MS) return
        await (flow.status === 'sending' ? lookUp(flow) : send(flow)).catch((error: unknown) =>
          afterFailure(flow, error, 'question'),
        )
      }
      if (due.length < BATCH) return
    }
  }

  async function send(flow: DueFlow) {
    const address = flow.kind === 'invoice' ? await addressOf(flow) : flow.address
    if (address === undefined) return
    const now = clock()
    if (!(await flows.claim(flow, address, now, later(now, MINUTE_MS)))) return
    const claimed: DueFlow = { ...flow, address, status: 'sending', attempts: flow.attempts + 1 }
    try {
      await flows.sent(flow.id, await client.submit(submissionOf(claimed)))
    } catch (error) {
      await afterFailure(claimed, error, 'submit')
    }
  }

  /** The buyer's address; undefined where it has none, which is asked again the next day. */
  async function addressOf(flow: DueFlow): Promise<string | undefined> {
    const siren = flow.document ? invoiceFacts(flow.document, flow.billing).siren : ''
    const digits = siren.replaceAll(/\D/g, '')
    const address = digits ? await client.addressOf(digits) : undefined
    if (address !== undefined) return address
    const reason = digits
      ? `SIREN ${digits} is not in the directory`
      : 'The invoice has no SIREN of its buyer'
    await db.transaction().execute(async (trx) => {
      const run_at = later(clock(), DAY_MS)
      await platformFlowsRepository(trx).postpone(flow, { status: 'no_address', run_at, reason })
      await raise(trx, 'INVOICE_NO_ADDRESS', flow)
    })
    return undefined
  }

  /** The same at every try, to the byte: a platform knows a file that it has by its digest. */
  function submissionOf(flow: DueFlow): Submission {
    const { number, tracking_id: trackingId, invoice_kind, xml } = flow
    const name = fileName(number)
    if (flow.kind === 'report') return { name, syntax: 'FRR', trackingId, xml, ...ruleOf(flow) }
    const { document } = flow
    const rule = 'B2B'
    if (flow.kind === 'invoice' || !document) return { name, syntax: 'CII', trackingId, xml, rule }
    const { seller, buyer, issued_on, currency } = readDocument(document)
    const facts = invoiceFacts(document, flow.billing)
    const digits = (text = '') => text.replaceAll(/\D/g, '')
    const message = collectedMessage({
      number,
      type: invoice_kind === 'credit_note' ? '381' : '380',
      issued_on,
      seller: { siren: digits(seller.siren), name: seller.name },
      buyer: { siren: digits(facts.siren), name: buyer.name, address: flow.address ?? '' },
      at: flow.moved_at ?? flow.created_at,
      reported_at: flow.created_at,
      reference: flow.ledger_id ?? flow.id,
      currency,
      amounts: flow.amounts ?? [],
    })
    const named = fileName(`${number}_212_${flow.ledger_id ?? flow.id}`)
    return { name: named, syntax: 'CDAR', trackingId, xml: message, rule }
  }

  /** Asks what became of a request. Only after the platform had time to list it does its absence count. */
  async function lookUp(flow: DueFlow) {
    const found = await client.byTracking(flow.tracking_id)
    const taken = found.find((one) => !isRepeat(one))
    const now = clock()
    // Its checks may lie further back than what is read of the list of changes.
    if (taken) return acknowledge(taken)
    const isSettled = flow.asked_at === null || later(flow.asked_at, LISTED_AFTER_MS) <= now
    await flows.postpone(
      flow,
      isSettled
        ? { status: 'waiting', run_at: now, reason: '' }
        : {
            status: 'sending',
            run_at: later(now, MINUTE_MS),
            reason: 'The platform is being asked whether it has it',
          },
    )
  }

  /** What a failure means for the row that was submitted (`submit`) or asked about. */
  async function afterFailure(flow: DueFlow, error: unknown, during: 'submit' | 'question') {
    if (!(error instanceof PlatformError)) throw error
    const { kind, message, retryAfterMs } = error
    const { id, number, attempts } = flow
    const now = clock()
    log.warn('platform.failed', { flow: id, number, during, kind, attempts, error: message })
    if (during === 'submit' && kind === 'refused') return refuse(flow, message)
    if (kind !== 'refused') {
      quietUntil = Math.max(quietUntil, now.getTime() + Math.max(retryAfterMs, QUIET_MS))
    }
    // A request that was turned away is made again; one without an answer is asked about.
    const status = during === 'submit' && kind !== 'unknown' ? 'waiting' : flow.status
    const pause = status === 'sending' ? MINUTE_MS : pauseAfter(attempts)
    await db.transaction().execute(async (trx) => {
      const run_at = later(now, Math.max(retryAfterMs, pause))
      await platformFlowsRepository(trx).postpone(flow, {
        status,
        run_at,
        reason: message.slice(0, 500),
      })
      if (later(flow.created_at, DAY_MS) > now) return
      await raise(trx, 'PLATFORM_SILENT', flow)
    })
  }

  const refuse = (
    flow: Pick<DueFlow, 'id' | 'number' | 'order_no'> & Kind,
    reason: string,
    code?: string,
  ) =>
    db.transaction().execute(async (trx) => {
      if (!(await platformFlowsRepository(trx).refuse(flow.id, reason))) return
      await raise(trx, notTaken(flow), flow, code)
    })

  /** Numbers and codes alone: chairs read alerts who may not know the buyer yet; reasons stand beside the invoice. */
  async function raise(
    trx: Db,
    code: InvoiceAlert,
    { number, order_no }: Pick<DueFlow, 'number' | 'order_no'>,
    said = '',
  ) {
    const detail = [number, said].filter(Boolean).join(' · ')
    await alertsRepository(trx).raise({ code, order_no, detail, at: clock() })
  }

  /** Reads what changed at the platform, from before where it was read last. */
  async function read() {
    const events = platformEventsRepository(db)
    const last = (await events.readUntil()) ?? (await events.firstSent())
    if (last === undefined) return
    let after = later(last, -OVERLAP_MS).getTime()
    for (const began = performance.now(); performance.now() - began < RUN_MS;) {
      const changes = await client.changesAfter(new Date(after))
      const messages = changes.filter(isMessage).map(({ flowId }) => flowId)
      const known = await events.known(messages)
      for (const change of changes) {
        if (!isMessage(change)) await acknowledge(change)
        else if (!known.has(change.flowId)) await takeIn(change)
      }
      const newest = changes.at(-1)
      if (!newest) return
      const reached = Date.parse(newest.updatedAt)
      await events.noteRead(new Date(reached))
      // The comparison is strict: what changed in the same millisecond as the last of a page is asked for again.
      after = Math.max(reached - 1, after + 1)
    }
  }

  /** The technical checks of something that we submitted. */
  async function acknowledge({
    trackingId,
    flowId,
    submittedAt,
    acknowledgement,
  }: PlatformFlow): Promise<void> {
    const flow = trackingId ? await flows.byTracking(trackingId) : undefined
    if (!flow) return
    const { status, details } = acknowledgement
    const isOther = flow.flow_id !== flowId
    if (flow.status === 'sending' && !isRepeat({ acknowledgement })) {
      await flows.sent(flow.id, { flowId, submittedAt })
    } else if (isOther) return
    else if (isRepeat({ acknowledgement })) {
      // It went twice, and the platform keeps the first.
      const first = (await client.byTracking(flow.tracking_id)).find((one) => !isRepeat(one))
      if (first) {
        await flows.adopt(flow.id, first)
        // What was said of the first meanwhile seemed older than the second.
        const rejection = await flows.rejectionOf(flow.id)
        return rejection ? refuse(flow, whyOf(rejection), rejection.code) : acknowledge(first)
      }
    }
    if (status === 'Ok') await flows.checked(flow.id)
    if (status !== 'Error') return
    const reason = (details ?? []).map((one) => `${one.reasonCode} ${one.reasonMessage}`).join('; ')
    await refuse(flow, reason || 'Not admissible, without a reason', '501')
  }

  /** A message of the life cycle, with what follows from it. */
  async function takeIn({ flowId, updatedAt }: PlatformFlow) {
    const events = await eventsOf(flowId, updatedAt)
    await db.transaction().execute(async (trx) => {
      for (const [position, event] of events.entries()) {
        const of = await subjectOf(trx, event.invoice_no)
        const from = {
          flow_id: flowId,
          position,
          received_at: clock(),
          invoice_id: of?.invoice_id ?? null,
          report_id: of?.report_id ?? null,
        }
        const isNew = await platformEventsRepository(trx).add(event, from)
        // What is older than the invoice that was sent again speaks of the one before; reports have new numbers then.
        const isOlder =
          of?.invoice_id &&
          of.sent_at &&
          event.at.getTime() < Math.floor(of.sent_at.getTime() / 1_000) * 1_000
        if (!isNew || !of || isOlder) continue
        if (CONTESTED.includes(event.code)) await raise(trx, 'INVOICE_CONTESTED', of, event.code)
        if (!isNotTaken(event.code)) continue
        await platformFlowsRepository(trx).refuse(of.id, whyOf(event))
        await raise(trx, notTaken(of), of, event.code)
      }
    })
  }

  /** Its events; one without a code for a message that cannot be read, which must not hold up the others. */
  async function eventsOf(flowId: string, updatedAt: string): Promise<LifeCycleEvent[]> {
    try {
      return readLifeCycle(await client.original(flowId))
    } catch (error) {
      if (error instanceof PlatformError && error.kind !== 'refused') throw error
      log.warn('platform.unreadable', { flow: flowId, error })
      return [
        {
          invoice_no: '',
          code: '',
          at: new Date(updatedAt),
          reasons: [{ code: '', text: String(error).slice(0, 300) }],
        },
      ]
    }
  }

  return {
    /** One round: what is new is noted, sent and asked about, and the answers are read. */
    async run() {
      await note()
      await sendDue()
      try {
        await read()
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error
        log.warn('platform.failed', { kind: error.kind, error: error.message })
      }
    },
  }
}

/** A message for us: of the life of an invoice, or of a report, whose messages the standard gives no type of their own. */
const isMessage = ({ flowType, flowDirection }: PlatformFlow) =>
  (flowType === 'CustomerInvoiceLC' || flowType.endsWith('Report')) && flowDirection === 'In'

const whyOf = ({ code, reasons }: Pick<LifeCycleEvent, 'code' | 'reasons'>) =>
  [code, ...reasons.map((why) => `${why.code} ${why.text}`)].join(' · ')

type Kind = { kind: string }

const notTaken = ({ kind }: Kind) => (kind === 'report' ? 'REPORT_NOT_TAKEN' : 'INVOICE_NOT_TAKEN')

/** What a message is about: the invoice or the report that it names by its number. */
async function subjectOf(trx: Db, number: string) {
  const flows = platformFlowsRepository(trx)
  const invoice = await flows.ofInvoice(number)
  if (invoice) return { ...invoice, report_id: null }
  const report = await flows.ofReport(number)
  return report && { ...report, invoice_id: null, order_no: null }
}

/** The rule that a platform reads a report by; it finds out by itself for one of both kinds of buyers. */
function ruleOf({ sums }: DueFlow): Pick<Submission, 'rule'> {
  const flows = new Set((sums ?? []).map(({ flow }) => flow))
  const isAbroad = flows.has('10.1') || flows.has('10.2')
  const isConsumers = flows.has('10.3') || flows.has('10.4')
  if (isAbroad === isConsumers) return {}
  return { rule: isAbroad ? 'B2BInt' : 'B2C' }
}

const isRepeat = ({ acknowledgement }: Pick<PlatformFlow, 'acknowledgement'>) =>
  acknowledgement.status === 'Error' &&
  (acknowledgement.details ?? []).some(({ reasonCode }) => reasonCode === IS_THERE)
