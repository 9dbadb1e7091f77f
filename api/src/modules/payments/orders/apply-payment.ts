import {
  ENTRY_FEE_MACHINE,
  ENTRY_STATUS,
  FEE_TYPE,
  next,
  PAYMENT_MACHINE,
  PAYMENT_STATUS,
  WINNER_FEE_MACHINE,
  type EntryFeeEvent,
  type EntryFeeStatus,
  type FeeType,
  type PaymentAlert,
  type PaymentEvent,
  type WinnerFeeEvent,
  type WinnerFeeStatus,
} from '@awards/shared/domain'
import type { AppContext } from '../../../start/app-context.ts'
import { formatMoney } from '../../../lib/localised.ts'
import type { Db } from '../../../db/database.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { changeEntryStatus } from '../../entries/entry-status.repository.ts'
import { alertsRepository } from '../alerts.repository.ts'
import { feeColumn, payableEntriesRepository } from '../checkout/payable-entries.repository.ts'
import { ordersRepository } from './orders.repository.ts'
import {
  lockOrder,
  orderLinesRepository,
  type LockedLine,
  type LockedOrder,
} from './order-lines.repository.ts'
import type { ApplyOutcome, Order, OrderLine, PayableEntry, Payment } from '../payment-types.ts'
import type { Providers, PaymentState } from '../channels/provider.ts'
import { refundsRepository } from '../refunds/refunds.repository.ts'

const S = PAYMENT_STATUS

export type CoreContext = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'log'> & {
  providers: Providers
}
/** Who reported a payment or a refund; `by_user_id` is the juror who confirmed it by hand. */
export type Source = { source: string; by_user_id?: string }

/** Jobs enqueued with the change (outbox); a unique key runs each once, however often it is reported. */
export const PAYMENT_JOBS = {
  settled: 'payments.settled',
  alert: 'payments.alert',
  transfer: 'payments.transfer',
  refunded: 'payments.refunded',
  bounced: 'payments.bounced',
} as const

/**
 * The single entry point that turns money into state, idempotent by the ledger's unique key. Webhook,
 * query, return page, reconcile job, statement and juror all call it: the second report changes nothing.
 */
export const applyPayment = (
  context: Pick<CoreContext, 'db' | 'clock' | 'jobs'>,
  orderNo: string,
  payment: Payment,
  from: Source,
): Promise<ApplyOutcome> =>
  context.db.transaction().execute((trx) => applyPaymentIn(trx, context, orderNo, payment, from))

/**
 * `applyPayment` in the caller's transaction. Locks the entries, then the order. A payment for several entries
 * settles those that are still due; the lines of the others are refunded automatically.
 */
export async function applyPaymentIn(
  trx: Db,
  { clock, jobs }: Pick<CoreContext, 'clock' | 'jobs'>,
  orderNo: string,
  payment: Payment,
  from: Source,
): Promise<ApplyOutcome> {
  const orders = ordersRepository(trx)
  const locked = await lockOrder(trx, orderNo)
  if (!locked) return 'unknown_order'
  const { lines, order } = locked
  if (!(await orders.record(factOf(order, payment, from)))) return 'already'
  const { amount_minor, currency } = payment

  const now = clock()
  const due = lines.filter(({ entry }) => !isSettled(entry, order.fee_type))
  const event = eventOf(due, order, payment)
  const status = next(PAYMENT_MACHINE, order.status, event)
  const outcome = status === undefined ? 'second' : OUTCOMES[event]
  const isPaid = outcome === 'paid'
  const settledOtherwise = isPaid ? lines.filter((one) => !due.includes(one)) : []
  if (status !== undefined) {
    const ids = settledOtherwise.map(({ entry }) => entry.id)
    await orderLinesRepository(trx).markDuplicates(orderNo, ids)
    const by = from.by_user_id ? 'organiser' : 'provider'
    await orders.move(orderNo, order.status, received(order, status, payment), { by, at: now })
  }
  await auditRepository(trx).record(null, `payment.${outcome}`, orderNo, {
    after: { amount_minor, currency, channel: order.channel, ...from },
  })
  if (isPaid) {
    const isConfirmedByHand = from.by_user_id !== undefined
    for (const { entry, line } of due) {
      await orders.closeOthers(entry.id, order.fee_type, orderNo, now)
      await settleFee(trx, entry, line, { at: payment.paid_at, isConfirmedByHand })
    }
    await jobs.enqueue(trx, PAYMENT_JOBS.settled, { order_no: orderNo }, { key: orderNo })
    await refundLines(trx, jobs, { order, lines: settledOtherwise, payment, at: now })
    return outcome
  }
  // Refunds a duplicate or second payment; a person decides about a wrong amount.
  if (outcome !== 'mismatch') await refundsRepository(trx).requestAutomatic(order, payment, now)
  if (outcome !== 'second') await releaseFees(trx, locked)
  const amount = formatMoney(payment.amount_minor, payment.currency, 'en')
  const detail = `${amount} · ${payment.txn}`
  const alert = { code: ALERTS[outcome], order_no: orderNo, detail, at: now }
  await alertsRepository(trx).raise(alert)
  const job = { order_no: orderNo, event: outcome }
  await jobs.enqueue(trx, PAYMENT_JOBS.alert, job, { key: `${outcome}:${payment.txn}` })
  return outcome
}

/** Sends back the lines whose fee was settled otherwise while the payment was under way. */
async function refundLines(
  trx: Db,
  jobs: CoreContext['jobs'],
  { order, lines, payment, at }: LockedOrder & { payment: Payment; at: Date },
) {
  const { order_no, currency } = order
  for (const { entry, line } of lines) {
    await refundsRepository(trx).requestAutomatic(order, payment, at, line)
    const amount = formatMoney(line.amount_minor, currency, 'en')
    const detail = `${entry.entry_no} · ${amount} · ${payment.txn}`
    await alertsRepository(trx).raise({ code: ALERTS.duplicate, order_no, detail, at })
    const job = { order_no, event: 'duplicate', apply_order_id: entry.id }
    await jobs.enqueue(trx, PAYMENT_JOBS.alert, job, {
      key: `duplicate:${payment.txn}:${entry.id}`,
    })
  }
}

type Receipt = 'receive' | 'receive_duplicate' | 'receive_other_amount'
const OUTCOMES = {
  receive: 'paid',
  receive_duplicate: 'duplicate',
  receive_other_amount: 'mismatch',
} as const satisfies Partial<Record<PaymentEvent, ApplyOutcome>>
const ALERTS = {
  duplicate: 'DUPLICATE',
  mismatch: 'AMOUNT_MISMATCH',
  second: 'SECOND_PAYMENT',
} as const satisfies Partial<Record<ApplyOutcome, PaymentAlert>>

function eventOf(due: readonly LockedLine[], order: Order, payment: Payment): Receipt {
  if (payment.amount_minor !== order.amount_minor || payment.currency !== order.currency) {
    return 'receive_other_amount'
  }
  return due.length === 0 ? 'receive_duplicate' : 'receive'
}

const factOf = (order: Order, payment: Payment, from: Source) => ({
  order_no: order.order_no,
  kind: 'payment',
  channel: order.channel,
  provider_txn: payment.txn,
  amount_minor: payment.amount_minor,
  currency: payment.currency,
  payer_amount_minor: payment.payer?.amount_minor ?? null,
  payer_currency: payment.payer?.currency ?? null,
  exchange_rate: payment.payer?.rate ?? null,
  source: from.source,
  by_user_id: from.by_user_id ?? null,
  at: payment.paid_at,
})

const received = (order: Order, status: Order['status'], payment: Payment) => ({
  status,
  provider_txn: payment.txn,
  paid_at: payment.paid_at,
  is_late:
    order.status === S.closed || order.status === S.failed || payment.paid_at > order.expires_at,
  is_duplicate: status === S.refunding,
  next_check_at: null,
})

const UNDECIDED: readonly number[] = [S.created, S.awaiting, S.closing, S.closed, S.failed]
/** True for an order without money that may still be paid, also after it closed or failed. */
export const isUndecided = (order: Order) => UNDECIDED.includes(order.status)

/** Queries the provider about an undecided order and applies its payment; `unknown` never means unpaid. */
export async function refreshOrder(
  context: CoreContext,
  order: Order,
  source: string,
): Promise<PaymentState['state'] | 'unknown'> {
  const provider = context.providers[order.channel]
  if (!provider || !isUndecided(order)) return 'unknown'
  const seen = await provider.query(order).catch(() => undefined)
  if (seen?.state === 'paid') {
    await applyPayment(context, order.order_no, seen.payment, { source })
  }
  if (seen?.state === 'processing') await recordProcessing(context, order)
  return seen?.state ?? 'unknown'
}

/** Marks a delayed payment that the provider is processing: the payer must not pay again. */
export const recordProcessing = ({ db, clock }: Pick<CoreContext, 'db' | 'clock'>, order: Order) =>
  ordersRepository(db).markProcessing(order.order_no, clock())

const OPEN: readonly number[] = [S.created, S.awaiting, S.closing]
/** When the provider began to process an open order; null while the payer has not paid, and after the end. */
export const processingSince = (order: Pick<Order, 'status' | 'processing_since'>): Date | null =>
  OPEN.includes(order.status) ? order.processing_since : null

/** True for a delayed payment that the bank refused: it was processing, then closed without money. */
export const isBounced = ({
  status,
  processing_since,
}: Pick<Order, 'status' | 'processing_since'>) => status === S.closed && processing_since !== null

type FeeEvent = EntryFeeEvent | WinnerFeeEvent
type FeeStatus = EntryFeeStatus | WinnerFeeStatus

export const feeStatus = (entry: PayableEntry, feeType: FeeType): FeeStatus =>
  feeType === FEE_TYPE.entry ? entry.entry_fee_status : entry.winner_fee_status

/** The status after an event; undefined where the fee's state machine forbids it. */
export function nextFee(feeType: FeeType, from: number, event: FeeEvent): FeeStatus | undefined {
  const machine: Record<number, Partial<Record<FeeEvent, FeeStatus>>> = feeType === FEE_TYPE.entry
    ? ENTRY_FEE_MACHINE
    : WINNER_FEE_MACHINE
  return machine[from]?.[event]
}

/** Applies several events in turn, and skips those that the state machine forbids. */
export const followFee = (feeType: FeeType, from: number, events: readonly FeeEvent[]): number =>
  events.reduce<number>((status, event) => nextFee(feeType, status, event) ?? status, from)

/** True for a fee that takes no more money; a further payment is refunded. */
export function isSettled(entry: PayableEntry, feeType: FeeType): boolean {
  const isGone =
    entry.entry_status === ENTRY_STATUS.withdrawn ||
    entry.entry_status === ENTRY_STATUS.disqualified
  return isGone || nextFee(feeType, feeStatus(entry, feeType), 'receive_money') === undefined
}

/** Marks a fee paid, and registers the entry or books the package. */
async function settleFee(
  trx: Db,
  entry: PayableEntry,
  { fee_type, package_code, order_no }: OrderLine,
  { at, isConfirmedByHand }: { at: Date; isConfirmedByHand: boolean },
) {
  const status = followFee(fee_type, feeStatus(entry, fee_type), ['receive_money'])
  const entries = payableEntriesRepository(trx)
  const isEntryFee = fee_type === FEE_TYPE.entry
  await entries.updateVersion(entry.id, {
    [feeColumn(fee_type)]: status,
    ...(isEntryFee ? { paid_at: at } : { package_code }),
  })
  if (isEntryFee) await changeEntryStatus(trx, 'settle_fee', [entry.id])
  const paid = isEntryFee ? 'entry_fee_paid' : 'winner_fee_paid'
  await entries.event(entry.id, isConfirmedByHand ? 'fee_confirm_transfer' : paid, order_no, at)
}

/** Returns the fees of an order to unpaid. */
export async function releaseFees(trx: Db, { order, lines }: LockedOrder) {
  for (const { entry } of lines) await releaseFee(trx, entry, order.fee_type)
}

/** Returns a fee to unpaid unless another order of it is open. */
async function releaseFee(trx: Db, entry: PayableEntry, feeType: FeeType) {
  const open = await ordersRepository(trx).lockOneOf(entry.id, feeType, [S.created, S.awaiting])
  if (open) return
  const from = feeStatus(entry, feeType)
  const to = followFee(feeType, from, ['close_order', 'transfer_not_received'])
  if (to === from) return
  await payableEntriesRepository(trx).update(entry.id, { [feeColumn(feeType)]: to })
}
