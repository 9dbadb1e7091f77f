import type { Db } from '../../../db/database.ts'
import { ordersRepository } from './orders.repository.ts'
import { payableEntriesRepository } from '../checkout/payable-entries.repository.ts'
import type { Order, PayableEntry } from '../payment-types.ts'

export type Held = { entry: PayableEntry; order: Order }

/**
 * An order and the entry it is of, held until the transaction ends. The entry's row comes first
 * everywhere: whoever took the order first would wait for somebody who waits for it.
 */
export async function lockOrder(trx: Db, orderNo: string): Promise<Held | undefined> {
  const orders = ordersRepository(trx)
  const known = await orders.find(orderNo)
  if (!known) return undefined
  const entry = await payableEntriesRepository(trx).lock(known.apply_order_id)
  const order = await orders.lock(orderNo)
  return order && { entry, order }
}
