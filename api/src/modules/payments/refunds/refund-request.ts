import {
  CHANNEL_FACTS,
  FEE_TYPE,
  next,
  PAYMENT_MACHINE,
  PAYMENT_STATUS,
  type FeeType,
} from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { feeColumn, payableEntriesRepository } from '../checkout/payable-entries.repository.ts'
import { feeStatus, nextFee } from '../orders/apply-payment.ts'
import { lockOrder, ordersRepository, type LockedOrder } from '../orders/orders.repository.ts'
import type { Order } from '../payment-types.ts'
import { refundsRepository, type Refund, type NewRefund } from './refunds.repository.ts'
import { DAY_MS } from '../../../lib/durations.ts'

/** True for a value date in the future, with a day's tolerance for time zones ahead of UTC. */
export const isFutureDay = (valueDate: string, now: Date): boolean =>
  Date.parse(valueDate) > now.getTime() + DAY_MS

/** Refuses to confirm a refund by hand unless the channel is manual: a provider reports its own. */
export function requireBankTransfer({ channel }: Pick<Order, 'channel'>) {
  if (CHANNEL_FACTS[channel].isManual) return
  throw new BusinessError(
    409,
    'The payment service confirms this refund itself. Nothing is to be done by hand.',
    { reason: 'PROVIDER_REFUND' },
  )
}

/** A paid fee to refund. */
type FeeRefund = { entryId: string; feeType: FeeType; reason: string; at: Date }

/**
 * Requests a refund of an order, full or partial, in the caller's transaction; the refund job sends it.
 * A failed refund of a duplicate payment is retried first.
 */
export async function requestRefundOf(trx: Db, order: Order, request: NewRefund): Promise<Refund> {
  const locked = await lockOrder(trx, order.order_no)
  const again =
    locked && (await refundsRepository(trx).requestAgain(locked.order, request, 'other'))
  return again ?? requestOwn(trx, locked, request)
}

/** Requests a refund of the payment that the order took; a full one also moves the order and its fee. */
async function requestOwn(
  trx: Db,
  locked: LockedOrder | undefined,
  request: NewRefund,
): Promise<Refund> {
  const refunds = refundsRepository(trx)
  const left = locked ? await refunds.refundable(locked.order.order_no) : 0
  if (!locked || request.amount_minor > left) {
    throw new BusinessError(
      409,
      'Not so much of this payment is left. Send back what remains, or less.',
      {
        reason: 'REFUND_TOO_MUCH',
        refundable: left,
      },
    )
  }
  const { entry, order } = locked
  const { order_no } = order
  const refund =
    (await refunds.requestAgain(order, request, 'own')) ?? (await refunds.request(order, request))
  const status = next(PAYMENT_MACHINE, order.status, 'refund')
  if (request.amount_minor < left || status === undefined) return refund

  const person = request.by_user_id === entry.user_id ? 'payer' : 'organiser'
  const by = request.by_user_id === null ? 'system' : person
  await ordersRepository(trx).move(order_no, order.status, { status }, { by, at: request.at })
  const fee = nextFee(order.fee_type, feeStatus(entry, order.fee_type), 'ask_refund')
  if (order.status === PAYMENT_STATUS.paid && fee !== undefined) {
    const entries = payableEntriesRepository(trx)
    await entries.updateVersion(entry.id, { [feeColumn(order.fee_type)]: fee })
    await entries.event(entry.id, 'fee_ask_refund', order_no, request.at)
  }
  return refund
}

/**
 * Requests a refund of what remains of a paid fee. False if no order paid it, for instance if it was
 * waived.
 */
export async function requestRefund(
  trx: Db,
  actor: Actor,
  { entryId, feeType, reason, at }: FeeRefund,
): Promise<boolean> {
  const entry = await payableEntriesRepository(trx).lock(entryId)
  const order = await ordersRepository(trx).lockOneOf(entryId, feeType, [PAYMENT_STATUS.paid])
  const amount_minor = order ? await refundsRepository(trx).refundable(order.order_no) : 0
  if (!order || amount_minor <= 0) return false
  await requestOwn(trx, { entry, order }, { amount_minor, reason, by_user_id: actor.id, at })
  return true
}

export const requestRefundOfEntryFee = (
  trx: Db,
  actor: Actor,
  request: Omit<FeeRefund, 'feeType'>,
): Promise<boolean> => requestRefund(trx, actor, { ...request, feeType: FEE_TYPE.entry })
