import type { Answer, Parsed, money } from '@awards/shared/contract'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import type { Db } from '../../db/database.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { ordersRepository } from '../payments/orders/orders.repository.ts'
import { payableEntriesRepository } from '../payments/checkout/payable-entries.repository.ts'
import type { CoreContext } from '../payments/orders/apply-payment.ts'
import type { Order } from '../payments/payment-types.ts'
import { requestRefundOf } from '../payments/refunds/refund-request.ts'
import { applyRefundIn } from '../payments/refunds/refunds.ts'
import { refundsRepository } from '../payments/refunds/refunds.repository.ts'
import { isToCome, requireTransfer } from '../payments/refunds/require-bank-transfer.ts'
import { jurorOf, noOrder, noRefund, outOfPanel } from './money.policy.ts'
import { refundWishesRepository } from './refund-wishes.repository.ts'

type Wish = Parsed<typeof money.refundPayment>
type Proof = Parsed<typeof money.confirmRefund>

/** A second press of the button asks for the same refund as the first. */
const SAME_WISH_MS = 120_000

/** Money that a chair sends back, and transfers that a chair says have gone back. */
export function refundDesk(context: CoreContext) {
  const { db, clock } = context

  return {
    request: (actor: Actor, wish: Wish): Promise<Answer<typeof money.refundPayment>> =>
      db.transaction().execute(async (trx) => {
        const order = await lockOrder(trx, actor, await ordersRepository(trx).find(wish.order_no))
        const at = clock()
        const told = { ...wish, by_user_id: actor.id, since: new Date(at.getTime() - SAME_WISH_MS) }
        const twin = await refundWishesRepository(trx).twin(told)
        if (twin) return twin
        const { amount_minor, reason } = wish
        const asked = { amount_minor, reason, by_user_id: actor.id, at }
        const { out_refund_no, status } = await requestRefundOf(trx, order, asked)
        await auditRepository(trx).record(actor, 'refund.requested', order.order_no, {
          after: { out_refund_no, amount_minor, currency: order.currency },
          reason,
        })
        return { out_refund_no, status, amount_minor }
      }),

    /** Takes the bank's word for a transfer that went back; once, however often it is said. */
    confirm: (actor: Actor, proof: Proof): Promise<Answer<typeof money.confirmRefund>> =>
      db.transaction().execute(async (trx) => {
        const { out_refund_no, reference, value_date } = proof
        const known = await refundsRepository(trx).find(out_refund_no)
        if (!known) throw noRefund()
        const order = await lockOrder(trx, actor, await ordersRepository(trx).find(known.order_no))
        requireTransfer(order)
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
  }

  async function requireProof(trx: Db, { reference, value_date }: Proof) {
    if (await refundWishesRepository(trx).isReferenceTaken(reference)) {
      throw new BusinessError(422, {
        reference: ['This reference has proved another refund already'],
      })
    }
    if (isToCome(value_date, clock())) {
      throw new BusinessError(422, { value_date: ['This day is still to come'] })
    }
  }
}

/** The order of the caller's panel; the entry's row is held first, as everywhere. */
async function lockOrder(trx: Db, actor: Actor, order: Order | undefined): Promise<Order> {
  if (!order) throw noOrder()
  const entries = payableEntriesRepository(trx)
  if (!(await entries.isInPanel(jurorOf(actor), order.apply_order_id))) throw outOfPanel()
  await entries.lock(order.apply_order_id)
  return order
}
