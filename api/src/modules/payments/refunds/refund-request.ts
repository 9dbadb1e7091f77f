import {
  CHANNEL_FACTS,
  FEE_TYPE,
  next,
  PAYMENT_MACHINE,
  PAYMENT_STATUS,
  type FeeType,
  type PaymentStatus,
} from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { feeColumn, payableEntriesRepository } from '../checkout/payable-entries.repository.ts'
import { feeStatus, nextFee } from '../orders/apply-payment.ts'
import {
  lockOrder,
  orderLinesRepository,
  type LockedLine,
  type LockedOrder,
} from '../orders/order-lines.repository.ts'
import { ordersRepository } from '../orders/orders.repository.ts'
import type { Order } from '../payment-types.ts'
import { refundsRepository, type Refund, type NewRefund } from './refunds.repository.ts'
import { DAY_MS } from '../../../lib/time.ts'

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
 * Requests a refund of an order or of one of its lines, full or partial, in the caller's transaction; the
 * refund job sends it. A failed refund of a duplicate payment is retried first.
 */
export async function requestRefundOf(
  trx: Db,
  { order_no }: Pick<Order, 'order_no'>,
  request: NewRefund,
): Promise<Refund> {
  const locked = await lockOrder(trx, order_no)
  if (!locked) throw tooMuch(0)
  const isWhole = locked.lines.length === 1 || request.entryId === undefined
  const again =
    isWhole &&
    (await refundsRepository(trx).requestAgain(
      locked.order,
      { ...request, entryId: null },
      'other',
    ))
  return again || requestOwn(trx, locked, request)
}

const tooMuch = (refundable: number) =>
  new BusinessError(409, 'Not so much of this payment is left. Send back what remains, or less.', {
    reason: 'REFUND_TOO_MUCH',
    refundable,
  })

/** Money that settled no fee goes back as a whole, so that no line has to be named. */
const WITHOUT_LINES: readonly PaymentStatus[] = [PAYMENT_STATUS.mismatch, PAYMENT_STATUS.refunded]

/** True for a payment that settled no fee, or is back: nothing of it belongs to one line. */
export const isWithoutLines = ({ status, is_duplicate }: Pick<Order, 'status' | 'is_duplicate'>) =>
  is_duplicate || WITHOUT_LINES.includes(status)

/** The entry whose line a request means; null for a payment that goes back as a whole. */
function lineOf({ order, lines }: LockedOrder, { entryId }: NewRefund): string | null {
  if (lines.length === 1 || isWithoutLines(order)) return null
  if (lines.some(({ entry }) => entry.id === entryId)) return entryId ?? null
  throw new BusinessError(422, {
    apply_order_id: ['This payment is for several works. Choose the one to refund'],
  })
}

/**
 * Requests a refund of the payment that the order took. A full one of a line also moves the line and its
 * fee; when nothing is left of any line, it moves the order.
 */
async function requestOwn(trx: Db, locked: LockedOrder, request: NewRefund): Promise<Refund> {
  const { order } = locked
  const refunds = refundsRepository(trx)
  const entryId = lineOf(locked, request)
  const line = locked.lines.find(({ entry }) => entry.id === entryId)?.line
  const left = await refunds.refundable(order.order_no, line)
  if (request.amount_minor > left) throw tooMuch(left)
  const { entryId: _, ...rest } = request
  const own = entryId === null ? rest : { ...rest, entryId }
  const refund =
    (await refunds.requestAgain(order, own, 'own')) ?? (await refunds.request(order, own))
  if (request.amount_minor < left) return refund

  const returning = locked.lines.filter(({ entry }) => entryId === null || entry.id === entryId)
  for (const one of returning) await askBack(trx, order, one, request.at)
  const isAllAsked = (await refunds.refundable(order.order_no)) <= 0
  const status = next(PAYMENT_MACHINE, order.status, 'refund')
  if (!isAllAsked || status === undefined) return refund
  const isPayer = locked.lines.some(({ entry }) => entry.user_id === request.by_user_id)
  const person = isPayer ? 'payer' : 'organiser'
  const by = request.by_user_id === null ? 'system' : person
  await ordersRepository(trx).move(order.order_no, order.status, { status }, { by, at: request.at })
  return refund
}

/** Moves a paid line and its fee, once all of it is to go back. */
async function askBack(trx: Db, order: Order, { entry, line }: LockedLine, at: Date) {
  if (line.status !== PAYMENT_STATUS.paid) return
  await orderLinesRepository(trx).move(line, PAYMENT_STATUS.refunding)
  const fee = nextFee(order.fee_type, feeStatus(entry, order.fee_type), 'ask_refund')
  if (fee === undefined) return
  const entries = payableEntriesRepository(trx)
  await entries.updateVersion(entry.id, { [feeColumn(order.fee_type)]: fee })
  await entries.event(entry.id, 'fee_ask_refund', order.order_no, at)
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
  await payableEntriesRepository(trx).lock(entryId)
  const order = await ordersRepository(trx).lockOneOf(entryId, feeType, [PAYMENT_STATUS.paid])
  const locked = order && (await lockOrder(trx, order.order_no))
  if (!locked) return false
  const line = locked.lines.find(({ entry }) => entry.id === entryId)?.line
  const amount_minor = await refundsRepository(trx).refundable(locked.order.order_no, line)
  if (amount_minor <= 0) return false
  await requestOwn(trx, locked, { entryId, amount_minor, reason, by_user_id: actor.id, at })
  return true
}

export const requestRefundOfEntryFee = (
  trx: Db,
  actor: Actor,
  request: Omit<FeeRefund, 'feeType'>,
): Promise<boolean> => requestRefund(trx, actor, { ...request, feeType: FEE_TYPE.entry })
