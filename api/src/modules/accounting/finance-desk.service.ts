import type {
  AlertRow,
  Answer,
  money,
  Parsed,
  PaymentRow,
  PlatformState,
} from '@awards/shared/contract'
import {
  INVOICE_ALERTS,
  paymentStatusText,
  type InvoiceAlert,
  type PaymentAlert,
} from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import type { AppContext } from '../../start/app-context.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { editionsRepository } from '../editions/editions.repository.ts'
import { withChairTitles } from '../jury/anonymity/anonymised-entries.ts'
import { alertsRepository } from '../payments/alerts.repository.ts'
import { payableEntriesRepository } from '../payments/checkout/payable-entries.repository.ts'
import type { CoreContext } from '../payments/orders/apply-payment.ts'
import { lockOrder, orderLinesRepository } from '../payments/orders/order-lines.repository.ts'
import {
  orderFactsRepository,
  ordersRepository,
  type OrderFacts,
} from '../payments/orders/orders.repository.ts'
import { timelineOf } from '../payments/orders/order.mapper.ts'
import type { Order } from '../payments/payment-types.ts'
import {
  requestRefundOf,
  isFutureDay,
  isWithoutLines,
  requireBankTransfer,
} from '../payments/refunds/refund-request.ts'
import { refundsRepository } from '../payments/refunds/refunds.repository.ts'
import { applyRefundIn } from '../payments/refunds/refunds.ts'
import {
  canSendAgain,
  platformFlowsRepository,
  type FlowState,
} from './platform/platform-flows.repository.ts'
import {
  alertRowsRepository,
  paymentRowsRepository,
  refundRequestsRepository,
  type AlertRecord,
  type PaymentRecord,
} from './finance-desk.repository.ts'

const noOrder = () => new BusinessError(404, 'There is no payment of this number.')
const noRefund = () => new BusinessError(404, 'There is no refund of this number.')
const outOfPanel = () => new BusinessError(403, 'This entry is not in your panel.')

/** The juror of a call that the permission matrix has allowed. */
function jurorOf({ juror }: Actor): string {
  if (juror) return juror.id
  throw outOfPanel()
}

const isInvoiceAlert = (code: PaymentAlert | InvoiceAlert): code is InvoiceAlert =>
  INVOICE_ALERTS.some((one) => one === code)

const toPaymentRow = ({
  amount_minor,
  created_at,
  expires_at,
  paid_at,
  lines,
  alerts,
  ...row
}: PaymentRecord): PaymentRow => ({
  ...row,
  alerts: alerts.filter((code) => !isInvoiceAlert(code)),
  invoice_alerts: alerts.filter(isInvoiceAlert),
  ...(lines.length > 1 && { lines }),
  status_text: paymentStatusText(row.status),
  amount: amount_minor,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
  paid_at: paid_at?.toISOString() ?? null,
})

const toAlertRow = ({ at, code, resolved_at, ...row }: AlertRecord): AlertRow => ({
  ...row,
  // Remotes that know no alerts about invoices show the nearest that they know.
  ...(isInvoiceAlert(code) ? { code: 'BOOKS_DIFFER', about: code } : { code }),
  at: at.toISOString(),
  resolved_at: resolved_at?.toISOString() ?? null,
})

const toRefundRow = ({
  created_at,
  updated_at,
  is_by_payer: _,
  ...row
}: OrderFacts['refunds'][number]) => ({
  ...row,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

/** The newest event of an invoice at the platform, or how far handing it in has come. */
function toPlatformState(row: FlowState): PlatformState {
  const { status, is_checked, code, at, reasons, reason } = row
  const isTold = status === 'sent' && code !== null
  return {
    state: status === 'sent' && (is_checked || isTold) ? 'checked' : status,
    code: isTold ? code : null,
    at: (isTold ? at : row.sent_at)?.toISOString() ?? null,
    reason: isTold ? (reasons ?? []).map((why) => why.text || why.code).join(' · ') : reason,
    can_send_again: canSendAgain(status),
  }
}

const documentRowOf = (
  { id, gross, issued_at, ...row }: OrderFacts['documents'][number],
  platform: PlatformState | undefined,
) => ({
  ...row,
  ...(platform && { platform }),
  invoice_id: id,
  amount: gross,
  issued_at: issued_at.toISOString(),
})

type Resolution = Parsed<typeof money.resolveAlert>

/** Alerts for a person, and their resolution. */
export const alertDesk = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>) => ({
  async list(input: Parsed<typeof money.alertList>): Promise<Answer<typeof money.alertList>> {
    const { rows, total } = await alertRowsRepository(db).page(input)
    const { current, pageSize } = input
    return { list: rows.map(toAlertRow), total, current, pageSize }
  },

  /** Idempotent: a second call returns the first note and changes nothing. */
  resolve: (actor: Actor, { alert_id, note }: Resolution): Promise<AlertRow> =>
    db.transaction().execute(async (trx) => {
      const by = { user_id: actor.id, note, at: clock() }
      const resolved = await alertsRepository(trx).resolve(alert_id, by)
      const row = await alertRowsRepository(trx).find(alert_id)
      if (!row) throw new BusinessError(404, 'There is no such alert.')
      if (resolved) {
        const { code, order_no } = row
        const facts = { before: { code, order_no }, reason: note }
        await auditRepository(trx).record(actor, 'alert.resolved', alert_id, facts)
      }
      return toAlertRow(row)
    }),
})

/** Redacts the titles for a chair, also those of the works that a payment of several is for. */
async function withTitles<Row extends PaymentRecord>(
  context: Pick<AppContext, 'db' | 'clock'>,
  rows: readonly Row[],
): Promise<Row[]> {
  const lines = rows.flatMap((row) => row.lines)
  const [shown, shownLines] = await Promise.all([
    withChairTitles(context, context.db, rows),
    withChairTitles(context, context.db, lines),
  ])
  const titles = new Map(shownLines.map(({ apply_order_id, title }) => [apply_order_id, title]))
  return shown.map((row) => ({
    ...row,
    lines: row.lines.map((line) => ({ ...line, title: titles.get(line.apply_order_id) ?? '' })),
  }))
}

type Filter = Parsed<typeof money.paymentList>

/** Payments of a panel, for jurors with `can_manage_fees`. */
export const paymentDesk = (context: Pick<AppContext, 'db' | 'clock'>) => ({
  async list(actor: Actor, filter: Filter): Promise<Answer<typeof money.paymentList>> {
    const { db } = context
    const blind = await editionsRepository(db).blindEditions(context.clock())
    const { rows, total } = await paymentRowsRepository(db, jurorOf(actor), blind).page(filter)
    const { current, pageSize } = filter
    const shown = await withTitles(context, rows)
    return { list: shown.map(toPaymentRow), total, current, pageSize }
  },

  /** One payment with its timeline, refunds, documents and alerts. */
  async find(actor: Actor, orderNo: string): Promise<Answer<typeof money.payment>> {
    const { db } = context
    const blind = await editionsRepository(db).blindEditions(context.clock())
    const row = await paymentRowsRepository(db, jurorOf(actor), blind).find(orderNo)
    const order = row && (await ordersRepository(db).find(orderNo))
    if (!row || !order) throw noOrder()
    if (!row.is_in_panel) throw outOfPanel()
    const [facts, alerts, refundable] = await Promise.all([
      orderFactsRepository(db).of(orderNo),
      alertRowsRepository(db).openOf(orderNo),
      refundsRepository(db).refundable(orderNo),
    ])
    const ofLines = await refundableOfLines(db, order)
    const atPlatform = await platformFlowsRepository(db).statesOf(orderNo)
    const states = new Map(atPlatform.map((one) => [one.invoice_id, toPlatformState(one)]))
    const [shown = row] = await withTitles(context, [row])
    return {
      ...toPaymentRow(shown),
      timeline: timelineOf(order, facts),
      refunds: facts.refunds.map(toRefundRow),
      // An invoice names its buyer, whom a blind chair may not know before publication.
      documents: row.is_payer_hidden
        ? []
        : facts.documents.map((one) => documentRowOf(one, states.get(one.id))),
      open_alerts: alerts.map(toAlertRow),
      refundable: Math.max(0, refundable),
      ...(ofLines.length > 1 && { refundable_of: ofLines }),
    }
  },
})

/** What is left of each line of an order; nothing where the payment goes back as a whole. */
async function refundableOfLines(db: Db, order: Order) {
  const lines = await orderLinesRepository(db).of(order.order_no)
  return Promise.all(
    lines.map(async (line) => ({
      apply_order_id: line.apply_order_id,
      amount: isWithoutLines(order)
        ? 0
        : Math.max(0, await refundsRepository(db).refundable(order.order_no, line)),
    })),
  )
}

type RefundInput = Parsed<typeof money.refundPayment>
type Proof = Parsed<typeof money.confirmRefund>

/** The same request within this time is a double click. */
const SAME_REQUEST_MS = 120_000

/** Refunds requested by a chair, and refunded transfers confirmed by one. */
export function refundDesk(context: CoreContext) {
  const { db, clock } = context

  return {
    request: (actor: Actor, request: RefundInput): Promise<Answer<typeof money.refundPayment>> =>
      db.transaction().execute(async (trx) => {
        const order = await lockPanelOrder(
          trx,
          actor,
          await ordersRepository(trx).find(request.order_no),
        )
        const at = clock()
        const key = {
          ...request,
          by_user_id: actor.id,
          since: new Date(at.getTime() - SAME_REQUEST_MS),
        }
        const duplicate = await refundRequestsRepository(trx).recentDuplicate(key)
        if (duplicate) return duplicate
        const { amount_minor, reason, apply_order_id: entryId } = request
        const refund = {
          amount_minor,
          reason,
          by_user_id: actor.id,
          at,
          ...(entryId && { entryId }),
        }
        const { out_refund_no, status } = await requestRefundOf(trx, order, refund)
        await auditRepository(trx).record(actor, 'refund.requested', order.order_no, {
          after: {
            out_refund_no,
            amount_minor,
            currency: order.currency,
            ...(entryId && { apply_order_id: entryId }),
          },
          reason,
        })
        return { out_refund_no, status, amount_minor }
      }),

    /** Confirms a refunded transfer with the bank's reference; idempotent. */
    confirm: (actor: Actor, proof: Proof): Promise<Answer<typeof money.confirmRefund>> =>
      db.transaction().execute(async (trx) => {
        const { out_refund_no, reference, value_date } = proof
        const known = await refundsRepository(trx).find(out_refund_no)
        if (!known) throw noRefund()
        const order = await lockPanelOrder(
          trx,
          actor,
          await ordersRepository(trx).find(known.order_no),
        )
        requireBankTransfer(order)
        const refund = await refundsRepository(trx).lock(out_refund_no)
        if (refund?.status === 'succeeded') return { status: 'succeeded', changed: false }
        await requireProof(trx, proof)
        const evidence = { reference, value_date }
        const from = { source: 'juror', by_user_id: actor.id, evidence }
        const changed = await applyRefundIn(trx, context, out_refund_no, 'succeeded', from)
        await auditRepository(trx).record(actor, 'refund.confirmed', order.order_no, {
          after: { out_refund_no, ...evidence },
        })
        return { status: 'succeeded', changed }
      }),

    /** Hands in again what the approved platform did not take. */
    sendInvoiceAgain: (
      actor: Actor,
      { invoice_id }: Parsed<typeof money.sendInvoiceAgain>,
    ): Promise<Answer<typeof money.sendInvoiceAgain>> =>
      db.transaction().execute(async (trx) => {
        const flows = platformFlowsRepository(trx)
        const known = await flows.orderOf(invoice_id)
        const order = known?.order_no ? await ordersRepository(trx).find(known.order_no) : undefined
        if (!known || !order) {
          throw new BusinessError(404, 'There is no invoice of this number at the platform.')
        }
        await lockPanelOrder(trx, actor, order)
        const sent = await flows.sendAgain(invoice_id, clock())
        if (sent.length === 0) {
          throw new BusinessError(
            409,
            'The platform has this invoice, or it is on its way. Look at its state; it can be sent again once the platform did not take it.',
          )
        }
        await auditRepository(trx).record(actor, 'payment.invoice_sent_again', order.order_no, {
          after: { number: known.number },
        })
        return { sent: sent.length }
      }),
  }

  async function requireProof(trx: Db, { reference, value_date }: Proof) {
    if (await refundRequestsRepository(trx).isReferenceTaken(reference)) {
      throw new BusinessError(422, {
        reference: ['This reference has proved another refund already'],
      })
    }
    if (isFutureDay(value_date, clock())) {
      throw new BusinessError(422, { value_date: ['This day is still to come'] })
    }
  }
}

/** Checks that the works of an order are in the caller's panel, and locks the order. */
async function lockPanelOrder(trx: Db, actor: Actor, order: Order | undefined): Promise<Order> {
  const locked = order && (await lockOrder(trx, order.order_no))
  if (!locked) throw noOrder()
  const entries = payableEntriesRepository(trx)
  for (const { entry } of locked.lines) {
    if (!(await entries.isInPanel(jurorOf(actor), entry.id))) throw outOfPanel()
  }
  return locked.order
}
