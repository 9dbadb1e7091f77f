import { next, PAYMENT_MACHINE } from '@awards/shared/domain'
import { feeStatus, nextFee } from './fee-state.ts'
import { ordersRepository } from './orders.repository.ts'
import { feeColumn, payableEntriesRepository } from './payable-entries.repository.ts'
import { PAYMENT_JOBS } from './payment-core.ts'
import type { CoreContext, Source } from './payment-core.ts'
import type { RefundSeen } from './provider.ts'
import { refundsRepository } from './refunds.repository.ts'

/** Sends refunds to their providers and takes in what became of the earlier ones. */
export async function runRefunds(context: CoreContext): Promise<number> {
  const waiting = await refundsRepository(context.db).unsettled()
  for (const refund of waiting) {
    const order = await ordersRepository(context.db).find(refund.order_no)
    const provider = order && context.providers[order.channel]
    // A person sends a transfer back and confirms it by hand.
    if (!provider || order.channel === 'bank_transfer') continue
    const seen = await provider.refund(order, refund).catch(() => undefined)
    if (seen) await applyRefund(context, refund.out_refund_no, seen, { source: 'refund' })
  }
  return waiting.length
}

/** Takes in what a provider or a juror says of a refund; a repetition changes nothing. */
export async function applyRefund(
  { db, clock, jobs }: CoreContext,
  outRefundNo: string,
  seen: RefundSeen,
  from: Source,
): Promise<void> {
  const known = await refundsRepository(db).lock(outRefundNo)
  const order = known && (await ordersRepository(db).find(known.order_no))
  if (!order) return
  await db.transaction().execute(async (trx) => {
    const refunds = refundsRepository(trx)
    const orders = ordersRepository(trx)
    const entry = await payableEntriesRepository(trx).lock(order.apply_order_id)
    const refund = await refunds.lock(outRefundNo)
    const isOver = refund?.status === 'succeeded' || refund?.status === 'failed'
    if (!refund || isOver || refund.status === seen) return
    const now = clock()
    await refunds.move(outRefundNo, seen, now)
    if (seen === 'failed') {
      const alert = { order_no: order.order_no, event: 'refund_failed' }
      await jobs.enqueue(trx, PAYMENT_JOBS.alert, alert, { key: outRefundNo })
    }
    if (seen !== 'succeeded') return

    await orders.record({
      order_no: order.order_no,
      kind: 'refund',
      channel: order.channel,
      provider_txn: outRefundNo,
      amount_minor: refund.amount_minor,
      currency: order.currency,
      source: from.source,
      by_user_id: from.by_user_id ?? null,
      at: now,
    })
    const current = await orders.lock(order.order_no)
    const status = current && next(PAYMENT_MACHINE, current.status, 'confirm_refund')
    if (!current || status === undefined) return
    await orders.move(order.order_no, current.status, { status })
    // The refund of a duplicate leaves the fee as it is: the other order has paid it.
    const fee = nextFee(order.fee_type, feeStatus(entry, order.fee_type), 'refund_done')
    if (current.is_duplicate || fee === undefined) return
    const entries = payableEntriesRepository(trx)
    await entries.updateVersion(entry.id, { [feeColumn(order.fee_type)]: fee })
    await entries.event(entry.id, 'fee_refunded', order.order_no, now)
  })
}
