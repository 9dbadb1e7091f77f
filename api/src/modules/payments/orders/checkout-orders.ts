import type { Billing, PaymentOrder } from '@awards/shared/contract'
import { CHANNEL_FACTS, PAYMENT_STATUS, type Channel, type FeeType } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { usersRepository } from '../../accounts/users.repository.ts'
import { entriesInRole, notYours, requireEntryRole } from '../../studios/studio.service.ts'
import { bankAccount } from '../channels/channels.ts'
import { payableEntriesRepository } from '../checkout/payable-entries.repository.ts'
import type { Order, OrderTerms, PayableEntry } from '../payment-types.ts'
import { isSettled, isUndecided, refreshOrder, type CoreContext } from './apply-payment.ts'
import { orderLinesRepository } from './order-lines.repository.ts'
import { orderFactsRepository, ordersRepository } from './orders.repository.ts'
import { partOf, toPaymentOrder } from './order.mapper.ts'

/** The entry, if the actor may pay for it; else 404, or 403 for a member without that role. */
export async function entryToPay(db: Db, actor: Actor, id: string): Promise<PayableEntry> {
  const entry = await payableEntriesRepository(db).find(id)
  await requireEntryRole(db, actor, entry, 'pay')
  if (!entry) throw notYours()
  return entry
}

/**
 * Locks entries for a payment. The payer's role is held first, as in every write, so that a member who is removed
 * meanwhile opens no order; without a payer the order is the system's.
 */
export async function lockEntriesToPay(
  trx: Db,
  ids: readonly string[],
  payer: Actor | undefined,
): Promise<PayableEntry[]> {
  const entries = payableEntriesRepository(trx)
  if (!payer) return entries.lockAll(ids)
  const owners = new Map<string, string>()
  for (const id of ids) {
    const known = await entries.find(id)
    await requireEntryRole(trx, payer, known, 'pay', true)
    if (known) owners.set(id, known.user_id)
  }
  const locked = await entries.lockAll(ids)
  if (locked.some((entry) => entry.user_id !== owners.get(entry.id))) throw notYours()
  return locked
}

/** Keeps an invoice address in the account, without the number of this one purchase. */
export async function keepBilling(db: Db, userId: string, billing: Billing): Promise<void> {
  const { po_number: _, ...kept } = billing
  await usersRepository(db).change(userId, { billing: JSON.stringify(kept) })
}

/** When an order of a channel expires. */
export const expiryOf = (channel: Channel, now: Date): Date =>
  new Date(now.getTime() + CHANNEL_FACTS[channel].expiryMinutes * 60_000)

/**
 * Finds the open order with a QR code that pays this fee alone, so that a reloaded page shows the same QR
 * code. The code of a basket is on the page of its order.
 */
export async function openWalletOrder(db: Db, now: Date, entry: PayableEntry, feeType: FeeType) {
  const orders = await ordersRepository(db).openOrders(entry.id, feeType)
  const open = orders.find(
    ({ channel, status, expires_at }) =>
      CHANNEL_FACTS[channel].action === 'qrcode' &&
      status !== PAYMENT_STATUS.closing &&
      expires_at > now,
  )
  const lines = open ? await orderLinesRepository(db).of(open.order_no) : []
  return lines.length === 1 ? open : undefined
}

/** The terms on which an order was opened. */
export const termsOf = async (db: Db, order: Order): Promise<OrderTerms> => ({
  entryIds: (await orderLinesRepository(db).of(order.order_no)).map((line) => line.apply_order_id),
  fee_type: order.fee_type,
  channel: order.channel,
  amount_minor: order.amount_minor,
  currency: order.currency,
  quote: Object(order.quote) as object,
  billing: order.billing === null ? null : (Object(order.billing) as object),
  package_code: order.package_code,
  expires_at: order.expires_at,
})

/**
 * When an order of an entry fee expires. A transfer has to arrive before judging starts, because an
 * unpaid entry is not judged (domain page §2.8 e, g); the chair decides about a later one.
 */
export function orderExpiry(channel: Channel, now: Date, judgingStartsAt: Date | null): Date {
  const usual = expiryOf(channel, now)
  const isCut =
    CHANNEL_FACTS[channel].isManual &&
    judgingStartsAt !== null &&
    judgingStartsAt > now &&
    judgingStartsAt < usual
  return isCut ? judgingStartsAt : usual
}

/**
 * Rate limit that protects the provider's quota: one query per order and poll of the waiting page. It is
 * shorter than the poll interval, so that no poll is skipped and money shows within five seconds.
 */
const QUERY_SECONDS = 2.4

/** Order status for the polling page: from the provider's API, never from the redirect. */
export function orderStatusService(context: CoreContext) {
  const { db, clock, providers } = context
  const orders = ordersRepository(db)
  const lines = orderLinesRepository(db)

  return async function orderStatus(actor: Actor, orderNo: string): Promise<PaymentOrder> {
    const known = await orders.find(orderNo)
    if (!known) throw notYours()
    const entries = await lines.entries(orderNo)
    const shown = await entriesInRole(db, actor, entries, 'pay')
    const [first] = shown
    if (!first) throw notYours()
    const order = await current(known)
    // Names a work that the order has paid: papers are found by it, and those of a duplicate are another order's.
    const duplicates = await lines.duplicates(orderNo)
    const entry = shown.find(({ id }) => !duplicates.includes(id)) ?? first
    const facts = await orderFactsRepository(db).of(orderNo)
    const bank = CHANNEL_FACTS[order.channel].action === 'bank' ? await bankAccount(db) : undefined
    const payerRate = isUndecided(order)
      ? await providers[order.channel]?.payerRate?.(order.currency)
      : undefined
    // The payment may have just settled them.
    const isFeeSettled = (await lines.entries(orderNo)).every((one) =>
      isSettled(one, order.fee_type),
    )
    const view = { isFeeSettled, facts, bank, payerRate, now: clock() }
    const whole = toPaymentOrder(order, entry, view)
    return shown.length === entries.length ? whole : partOf(whole, shown, facts)
  }

  async function current(order: Order): Promise<Order> {
    const { order_no } = order
    if (!isUndecided(order) || !(await orders.mayQuery(order_no, clock(), QUERY_SECONDS))) {
      return order
    }
    await refreshOrder(context, order, 'query')
    return (await orders.find(order_no)) ?? order
  }
}
