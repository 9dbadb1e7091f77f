import type { PaymentStatus } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import { payableEntriesRepository } from '../checkout/payable-entries.repository.ts'
import type { Order, OrderLine, PayableEntry } from '../payment-types.ts'
import { ordersRepository } from './orders.repository.ts'

/** Lines of orders: the fee of each entry that an order pays. */
export const orderLinesRepository = (db: Db) => {
  const lines = () => db.selectFrom('order_lines').selectAll().$castTo<OrderLine>()

  return {
    of: (orderNo: string): Promise<OrderLine[]> =>
      lines().where('order_no', '=', orderNo).orderBy('position').execute(),

    /** The entries of an order, in the order of its lines. */
    async entries(orderNo: string): Promise<PayableEntry[]> {
      const entries = payableEntriesRepository(db)
      const found = await Promise.all(
        (await this.of(orderNo)).map(({ apply_order_id }) => entries.find(apply_order_id)),
      )
      return found.filter((entry) => entry !== undefined)
    },

    /** The entries of an order whose fees were settled otherwise. */
    async duplicates(orderNo: string): Promise<string[]> {
      const rows = await lines()
        .where('order_no', '=', orderNo)
        .where('is_duplicate', '=', true)
        .execute()
      return rows.map(({ apply_order_id }) => apply_order_id)
    },

    find: (orderNo: string, entryId: string): Promise<OrderLine | undefined> =>
      lines()
        .where('order_no', '=', orderNo)
        .where('apply_order_id', '=', entryId)
        .executeTakeFirst(),

    /** Marks lines whose fee is settled otherwise; the payment then does not settle them (migration 160). */
    async markDuplicates(orderNo: string, entryIds: readonly string[]) {
      if (entryIds.length === 0) return
      await db
        .updateTable('order_lines')
        .set({ is_duplicate: true })
        .where('order_no', '=', orderNo)
        .where('apply_order_id', 'in', entryIds)
        .execute()
    },

    move: ({ order_no, apply_order_id }: OrderLine, status: PaymentStatus) =>
      db
        .updateTable('order_lines')
        .set({ status })
        .where('order_no', '=', order_no)
        .where('apply_order_id', '=', apply_order_id)
        .execute(),
  }
}

export type LockedLine = { line: OrderLine; entry: PayableEntry }
export type LockedOrder = { order: Order; lines: LockedLine[] }

/**
 * Locks the entries of an order and then the order, until the transaction ends. Every caller locks in this
 * sequence, which rules out deadlocks.
 */
export async function lockOrder(trx: Db, orderNo: string): Promise<LockedOrder | undefined> {
  const known = await orderLinesRepository(trx).of(orderNo)
  if (known.length === 0) return undefined
  const ids = known.map(({ apply_order_id }) => apply_order_id)
  const entries = new Map(
    (await payableEntriesRepository(trx).lockAll(ids)).map((entry) => [entry.id, entry]),
  )
  const order = await ordersRepository(trx).lock(orderNo)
  // Read again: the lines may have moved until the lock was granted.
  const lines = (await orderLinesRepository(trx).of(orderNo)).flatMap((line) => {
    const entry = entries.get(line.apply_order_id)
    return entry ? [{ line, entry }] : []
  })
  return order && { order, lines }
}
