import type { Channel, FeeType } from '@awards/shared/domain'
import { PAYMENT_STATUS } from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { Db } from '../../../db/database.ts'
import { ordersRepository } from './orders.repository.ts'
import { payableEntriesRepository } from '../checkout/payable-entries.repository.ts'
import type { Order, OrderTerms, PayableEntry } from '../payment-types.ts'

const TRANSFER_DAYS = 10
/**
 * Stripe keeps a page open for half an hour at least, counted from its creation: an order lives
 * longer, so that a page can still be made when the first call for it was lost (payments page §2).
 */
const MINUTES: Record<Channel, number> = {
  wechat_native: 30,
  card: 60,
  bank_transfer: TRANSFER_DAYS * 24 * 60,
}

/** The same answer for missing and foreign: identifiers must not be probed. */
export const notYours = () => new BusinessError(404, 'This does not exist, or is not yours.')

export async function ownEntry(db: Db, actor: Actor, id: string): Promise<PayableEntry> {
  const entry = await payableEntriesRepository(db).find(id)
  if (!entry || entry.user_id !== actor.id) throw notYours()
  return entry
}

/** How long an order can be paid: half an hour by wallet, an hour by card, ten days by transfer (domain page §2.8 g). */
export const expiryOf = (channel: Channel, now: Date): Date =>
  new Date(now.getTime() + MINUTES[channel] * 60_000)

/** The open wallet order of a fee, so that a refreshed page shows the same code. */
export async function openWalletOrder(db: Db, now: Date, entry: PayableEntry, feeType: FeeType) {
  const orders = await ordersRepository(db).openOrders(entry.id, feeType)
  return orders.find(
    ({ channel, status, expires_at }) =>
      channel === 'wechat_native' && status !== PAYMENT_STATUS.closing && expires_at > now,
  )
}

/** The terms on which an order was opened. */
export const termsOf = (order: Order): OrderTerms => ({
  fee_type: order.fee_type,
  channel: order.channel,
  amount_minor: order.amount_minor,
  currency: order.currency,
  quote: Object(order.quote) as object,
  billing: order.billing === null ? null : (Object(order.billing) as object),
  package_code: order.package_code,
  expires_at: order.expires_at,
})
