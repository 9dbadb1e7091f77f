import { FEE_TYPE, next, PAYMENT_MACHINE, PAYMENT_STATUS } from '@awards/shared/domain'
import type { FeeType, PaymentEvent } from '@awards/shared/domain'
import type { AppContext } from '../../app/app-context.ts'
import type { Db } from '../../db/database.ts'
import { entryStatusAfterFee, feeStatus, followFee, isSettled } from './fee-state.ts'
import { ordersRepository } from './orders.repository.ts'
import { feeColumn, payableEntriesRepository } from './payable-entries.repository.ts'
import type { ApplyOutcome, Order, PayableEntry, Payment } from './payment-types.ts'
import type { Providers } from './provider.ts'
import { refundsRepository } from './refunds.repository.ts'

const S = PAYMENT_STATUS
/** A provider notifies for up to 24 hours and 4 minutes; an order is looked at for 25 hours. */
const LATE_WINDOW_MS = 25 * 3_600_000
const FIRST_LOOK_AFTER_CLOSE_MS = 600_000

export type CoreContext = Pick<AppContext, 'db' | 'clock' | 'jobs'> & { providers: Providers }
export type Source = { source: string; by_user_id?: string }

/** Jobs that the core leaves behind; each is done once per order however often it is reported. */
export const PAYMENT_JOBS = {
  settled: 'payments.settled',
  alert: 'payments.alert',
  transfer: 'payments.transfer',
} as const

/**
 * The one place where money becomes state. Notification, query, return page, reconciliation and
 * juror all end here. Locks the entry, then the order; whoever comes second finds the fact written.
 */
export async function applyPayment(
  { db, clock, jobs }: Pick<CoreContext, 'db' | 'clock' | 'jobs'>,
  orderNo: string,
  payment: Payment,
  from: Source,
): Promise<ApplyOutcome> {
  const known = await ordersRepository(db).find(orderNo)
  if (!known) return 'unknown_order'
  return db.transaction().execute(async (trx) => {
    const orders = ordersRepository(trx)
    const entry = await payableEntriesRepository(trx).lock(known.apply_order_id)
    const order = await orders.lock(orderNo)
    if (!order) return 'unknown_order'
    const isNew = await orders.record({
      order_no: orderNo,
      kind: 'payment',
      channel: order.channel,
      provider_txn: payment.txn,
      amount_minor: payment.amount_minor,
      currency: payment.currency,
      source: from.source,
      by_user_id: from.by_user_id ?? null,
      at: payment.paid_at,
    })
    if (!isNew) return 'already'

    const isExact =
      payment.amount_minor === order.amount_minor && payment.currency === order.currency
    const event = !isExact
      ? 'receive_other_amount'
      : isSettled(entry, order.fee_type)
        ? 'receive_duplicate'
        : 'receive'
    const taken = await takeIn(trx, order, event, payment)
    if (!taken || event !== 'receive') {
      await jobs.enqueue(trx, PAYMENT_JOBS.alert, { order_no: orderNo, event }, { key: orderNo })
    }
    if (!taken) return 'already'
    if (event === 'receive_other_amount') return 'mismatch'
    if (event === 'receive_duplicate') {
      await refundsRepository(trx).requestAutomatic(order, payment.amount_minor, clock())
      return 'duplicate'
    }
    await orders.closeOthers(entry.id, order.fee_type, orderNo, clock())
    await settleFee(trx, entry, order, payment.paid_at)
    await jobs.enqueue(trx, PAYMENT_JOBS.settled, { order_no: orderNo }, { key: orderNo })
    return 'paid'
  })
}

/** Moves the order; false where it has money already, so that a second fact is only reported. */
function takeIn(trx: Db, order: Order, event: PaymentEvent, payment: Payment) {
  const status = next(PAYMENT_MACHINE, order.status, event)
  if (status === undefined) return false
  const isLate =
    order.status === S.closed || order.status === S.failed || payment.paid_at > order.expires_at
  return ordersRepository(trx).move(order.order_no, order.status, {
    status,
    provider_txn: payment.txn,
    paid_at: payment.paid_at,
    is_late: isLate,
    is_duplicate: event === 'receive_duplicate',
    next_check_at: null,
  })
}

/** The fee is paid: the entry is registered, a package is taken up. */
async function settleFee(trx: Db, entry: PayableEntry, order: Order, at: Date) {
  const { fee_type } = order
  const status = followFee(fee_type, feeStatus(entry, fee_type), ['receive_money'])
  const entries = payableEntriesRepository(trx)
  await entries.updateVersion(entry.id, {
    [feeColumn(fee_type)]: status,
    ...(fee_type === FEE_TYPE.entry
      ? { entry_status: entryStatusAfterFee(entry), paid_at: at }
      : { package_code: order.package_code }),
  })
  const code = fee_type === FEE_TYPE.entry ? 'entry_fee_paid' : 'winner_fee_paid'
  await entries.event(entry.id, code, order.order_no, at)
}

/** Asks the provider to close an order that is to be closed, and believes only its answer. */
export async function settleClosing(
  context: CoreContext,
  orderNo: string,
): Promise<'closed' | 'paid' | 'unknown'> {
  const order = await ordersRepository(context.db).find(orderNo)
  if (!order || order.status === S.closed) return 'closed'
  if (order.status !== S.closing) return 'paid'
  const provider = context.providers[order.channel]
  try {
    if (!provider || (await provider.close(order)) === 'closed') {
      await confirmClosed(context, order)
      const after = await ordersRepository(context.db).find(orderNo)
      return after?.status === S.closed ? 'closed' : 'paid'
    }
    const seen = await provider.query(order)
    if (seen.state !== 'paid') return 'unknown'
    await applyPayment(context, orderNo, seen.payment, { source: 'query' })
    return 'paid'
  } catch {
    // Not known: it stays "closing" and is looked at again.
    return 'unknown'
  }
}

/** The provider has closed the order. */
async function confirmClosed({ db, clock }: CoreContext, { order_no, ...order }: Order) {
  await db.transaction().execute(async (trx) => {
    const entries = payableEntriesRepository(trx)
    const orders = ordersRepository(trx)
    const entry = await entries.lock(order.apply_order_id)
    const now = clock()
    const isClosed = await orders.move(order_no, S.closing, {
      status: S.closed,
      closed_at: now,
      next_check_at: new Date(now.getTime() + FIRST_LOOK_AFTER_CLOSE_MS),
    })
    if (isClosed) await releaseFee(trx, entry, order.fee_type)
  })
}

/** The fee is unpaid again where no order of it is open any more. */
export async function releaseFee(trx: Db, entry: PayableEntry, feeType: FeeType) {
  const open = await ordersRepository(trx).lockOneOf(entry.id, feeType, [S.created, S.awaiting])
  if (open) return
  const from = feeStatus(entry, feeType)
  const to = followFee(feeType, from, ['close_order', 'transfer_not_received'])
  if (to === from) return
  await payableEntriesRepository(trx).update(entry.id, { [feeColumn(feeType)]: to })
}

/** When a closed or failed order is looked at for the last time. */
export const lateWindowEnds = (order: Order): Date =>
  new Date(order.expires_at.getTime() + LATE_WINDOW_MS)

const UNDECIDED: readonly number[] = [S.created, S.awaiting, S.closing, S.closed, S.failed]
export const isUndecided = (order: Order) => UNDECIDED.includes(order.status)

/** Asks the provider about an order without money, and takes in what it says. */
export async function refreshOrder(context: CoreContext, order: Order, source: string) {
  const provider = context.providers[order.channel]
  if (!provider || !isUndecided(order)) return
  const seen = await provider.query(order).catch(() => undefined)
  if (seen?.state === 'paid') {
    await applyPayment(context, order.order_no, seen.payment, { source })
  }
}
