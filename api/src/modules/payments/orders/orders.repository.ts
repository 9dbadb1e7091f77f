import { randomInt } from 'node:crypto'
import { sql, type Insertable, type Updateable } from 'kysely'
import {
  CHANNEL_FACTS,
  CHANNELS,
  PAYMENT_STATUS,
  rolesThatMay,
  type Channel,
  type FeeType,
  type PaymentActor,
  type PaymentStatus,
  type RefundStatus,
  type Language,
} from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Ledger, PaymentEvents, PaymentOrders } from '../../../db/schema.gen.ts'
import { entryRole } from '../../studios/studio-members.repository.ts'
import type { Order } from '../payment-types.ts'

// Crockford's base 32: no letter that reads like a digit.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const random = (length: number) =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** `P`, the day and ten random characters; WeChat allows 32 in all. */
export const newOrderNumber = (now: Date): string =>
  `P${now.toISOString().slice(2, 10).replaceAll('-', '')}${random(10)}`

/** A repeated refund has to carry the number of the first attempt. */
export const newRefundNumber = (orderNo: string): string => `R${orderNo}${random(4)}`

const MANUAL = CHANNELS.filter((channel) => CHANNEL_FACTS[channel].isManual)
const OPEN: PaymentStatus[] = [PAYMENT_STATUS.created, PAYMENT_STATUS.awaiting]

/** Who changes a status and when, for the order's history. */
type By = { by: PaymentActor; at: Date }
type Change = Updateable<PaymentOrders> & { status: PaymentStatus }

export const ordersRepository = (db: Db) => {
  const orders = () => db.selectFrom('payment_orders').selectAll()
  const rows = (query: ReturnType<typeof orders>) => query.$castTo<Order>()
  /** The numbers of the orders with a line for a fee, by the status of that line. */
  const linesOf = (entryId: string, feeType?: FeeType) =>
    db
      .selectFrom('order_lines')
      .select('order_no')
      .where('apply_order_id', '=', entryId)
      .$if(feeType !== undefined, (query) => query.where('fee_type', '=', feeType ?? 0))

  /** The numbers of the orders that have ever paid a fee, by the history: a duplicate or a wrong amount never has. */
  const settlements = () =>
    db
      .selectFrom('payment_order_history')
      .select('order_no')
      .where('to_status', '=', PAYMENT_STATUS.paid)

  return {
    find: (orderNo: string): Promise<Order | undefined> =>
      rows(orders().where('order_no', '=', orderNo)).executeTakeFirst(),

    lock: (orderNo: string): Promise<Order | undefined> =>
      rows(orders().where('order_no', '=', orderNo).forUpdate()).executeTakeFirst(),

    /**
     * Locks the latest order whose line of a fee is in one of the statuses, until the transaction ends. Reads the
     * line again under the lock: while it was awaited, another process may have moved the order.
     */
    async lockOneOf(
      entryId: string,
      feeType: FeeType,
      statuses: readonly PaymentStatus[],
    ): Promise<Order | undefined> {
      const wanted = linesOf(entryId, feeType).where('status', 'in', statuses)
      const order = await rows(
        orders().where('order_no', 'in', wanted).orderBy('created_at', 'desc').limit(1).forUpdate(),
      ).executeTakeFirst()
      if (!order) return undefined
      const line = await wanted.where('order_no', '=', order.order_no).executeTakeFirst()
      return line ? order : this.lockOneOf(entryId, feeType, statuses)
    },

    /**
     * Locks the latest order by transfer of a fee and an amount that is no longer open: no provider tells of money
     * that comes for it.
     */
    lockClosedTransfer: (entryId: string, feeType: FeeType, amountMinor: number) =>
      rows(
        orders()
          .where('order_no', 'in', linesOf(entryId, feeType))
          .where('status', 'in', [PAYMENT_STATUS.closing, PAYMENT_STATUS.closed])
          .where('channel', 'in', MANUAL)
          .where('amount_minor', '=', amountMinor)
          .orderBy('created_at', 'desc')
          .limit(1)
          .forUpdate(),
      ).executeTakeFirst(),

    openOrders: (entryId: string, feeType?: FeeType): Promise<Order[]> =>
      rows(
        orders()
          .where('order_no', 'in', linesOf(entryId, feeType))
          .where('status', 'in', [...OPEN, PAYMENT_STATUS.closing]),
      ).execute(),

    /** The order that paid the fee; excludes duplicates, and wrong amounts, which are refunded as well. */
    settled: (entryId: string, feeType: FeeType, statuses: readonly number[]) =>
      rows(
        orders()
          .where(
            'order_no',
            'in',
            linesOf(entryId, feeType)
              .where('status', 'in', statuses)
              .where('is_duplicate', '=', false),
          )
          .where('order_no', 'in', settlements())
          .orderBy('paid_at')
          .limit(1),
      ).executeTakeFirst(),

    async insert(order: Insertable<PaymentOrders> & { channel: Channel }): Promise<Order> {
      const inserted = db.insertInto('payment_orders').values(order).returningAll()
      return inserted.$castTo<Order>().executeTakeFirstOrThrow()
    },

    /** Compare-and-set on the status; false when another process moved the order first. */
    async move(orderNo: string, from: PaymentStatus, change: Change, { by, at }: By) {
      const { numUpdatedRows } = await db
        .updateTable('payment_orders')
        .set({ ...change, changed_by: by, changed_at: at })
        .where('order_no', '=', orderNo)
        .where('status', '=', from)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Sets the time once, and only on an open order. */
    markProcessing: (orderNo: string, at: Date) =>
      db
        .updateTable('payment_orders')
        .set({ processing_since: at })
        .where('order_no', '=', orderNo)
        .where('processing_since', 'is', null)
        .where('status', 'in', [...OPEN, PAYMENT_STATUS.closing])
        .execute(),

    /** Changes the invoice address of an open order; who gives it becomes the payer. */
    setBilling: (orderNo: string, billing: object, payerId: string | undefined) =>
      db
        .updateTable('payment_orders')
        .set({ billing: JSON.stringify(billing), ...(payerId && { payer_id: payerId }) })
        .where('order_no', '=', orderNo)
        .where('status', 'in', OPEN)
        .execute(),

    /** Closes newer orders of a fee that an older order has paid. */
    closeOthers: (entryId: string, feeType: FeeType, orderNo: string, now: Date) =>
      db
        .updateTable('payment_orders')
        .set({
          status: PAYMENT_STATUS.closing,
          next_check_at: now,
          changed_by: 'system',
          changed_at: now,
        })
        .where('order_no', 'in', linesOf(entryId, feeType))
        .where('order_no', '<>', orderNo)
        .where('status', 'in', OPEN)
        .execute(),

    /** Rate limit over all processes: true for one caller in `seconds`. */
    async mayQuery(orderNo: string, now: Date, seconds: number) {
      const { numUpdatedRows } = await db
        .updateTable('payment_orders')
        .set({ last_queried_at: now })
        .where('order_no', '=', orderNo)
        .where((where) =>
          where.or([
            where('last_queried_at', 'is', null),
            where('last_queried_at', '<=', new Date(now.getTime() - seconds * 1_000)),
          ]),
        )
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Leases due orders for a minute; `skip locked` lets several processes share the work. */
    async claimDue(now: Date, limit: number): Promise<Order[]> {
      const until = new Date(now.getTime() + 60_000)
      const { rows: due } = await sql<Order>`
        update payment_orders set checks = checks + 1, next_check_at = ${until}
        where order_no in (
          select order_no from payment_orders where next_check_at <= ${now}
          order by next_check_at limit ${limit} for update skip locked)
        returning *`.execute(db)
      return due
    },

    checkAgain: (orderNo: string, at: Date | null) =>
      db
        .updateTable('payment_orders')
        .set({ next_check_at: at })
        .where('order_no', '=', orderNo)
        .where('next_check_at', 'is not', null)
        .execute(),

    /** True if the order has ever paid its fee; a duplicate or a wrong amount never has. */
    async hasSettled(orderNo: string) {
      const row = await settlements().where('order_no', '=', orderNo).executeTakeFirst()
      return row !== undefined
    },

    /** True for a webhook event that was handled before; a retry is only acknowledged. */
    async hasNotification(provider: string, eventId: string): Promise<boolean> {
      const row = await db
        .selectFrom('payment_events')
        .select('event_id')
        .where('provider', '=', provider)
        .where('event_id', '=', eventId)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Stores a webhook event as received; idempotent by the event's id. */
    recordNotification: (event: Insertable<PaymentEvents>) =>
      db
        .insertInto('payment_events')
        .values(event)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),

    /** The order on which the ledger has a provider's payment. */
    async orderOfPayment(channel: string, txn: string): Promise<string | undefined> {
      const booked = await db
        .selectFrom('ledger')
        .select('order_no')
        .where('channel', '=', channel)
        .where('kind', '=', 'payment')
        .where('provider_txn', '=', txn)
        .executeTakeFirst()
      return booked?.order_no
    },

    /** What the ledger has of a payment of an order, by default of the one that the order took. */
    async amountPaid(order: Order, txn: string | null): Promise<number> {
      const booked = await db
        .selectFrom('ledger')
        .select('amount_minor')
        .where('order_no', '=', order.order_no)
        .where('kind', '=', 'payment')
        .where('provider_txn', '=', txn ?? order.provider_txn)
        .executeTakeFirst()
      return booked?.amount_minor ?? order.amount_minor
    },

    /** Appends to the ledger; false when it has this payment or refund already. */
    async record(fact: Insertable<Ledger>) {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('ledger')
        .values(fact)
        .onConflict((conflict) => conflict.constraint('ledger_once').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows > 0n
    },
  }
}

/** A work that an order pays, with the status of its line. */
export type PaidWork = {
  apply_order_id: string
  entry_no: string
  title: string
  amount: number
  status: number
}

/** History, payments, refunds and documents of an order, each oldest first. */
export type OrderFacts = {
  history: { to_status: number; at: Date; by_actor: string }[]
  payments: { at: Date; amount_minor: number; provider_txn: string }[]
  refunds: {
    out_refund_no: string
    amount_minor: number
    status: RefundStatus
    is_automatic: boolean
    is_by_payer: boolean
    reason: string
    requested_by: string | null
    /** The line that goes back; null for a payment that goes back as a whole. */
    apply_order_id: string | null
    entry_no: string | null
    created_at: Date
    updated_at: Date
  }[]
  lines: PaidWork[]
  documents: { id: string; kind: string; number: string; gross: number; issued_at: Date }[]
}

export const orderFactsRepository = (db: Db) => ({
  async of(orderNo: string): Promise<OrderFacts> {
    const [history, payments, refunds, lines, documents] = await Promise.all([
      db
        .selectFrom('payment_order_history')
        .select(['to_status', 'at', 'by_actor'])
        .where('order_no', '=', orderNo)
        .orderBy('id')
        .execute(),
      db
        .selectFrom('ledger')
        .select(['at', 'amount_minor', 'provider_txn'])
        .where('order_no', '=', orderNo)
        .where('kind', '=', 'payment')
        .orderBy('id')
        .execute(),
      sql<OrderFacts['refunds'][number]>`
        select r.out_refund_no, r.amount_minor, r.status, r.is_automatic, r.created_at, r.updated_at,
          r.reason, coalesce(r.by_user_id = e.user_id, false) as is_by_payer,
          u.first_name || ' ' || u.last_name as requested_by, r.apply_order_id,
          (select line.entry_no from apply_orders line where line.id = r.apply_order_id) as entry_no
        from refunds r
        join payment_orders o on o.order_no = r.order_no
        join apply_orders e on e.id = o.apply_order_id
        left join users u on u.id = r.by_user_id
        where r.order_no = ${orderNo} order by r.created_at, r.out_refund_no`.execute(db),
      sql<PaidWork>`
        select l.apply_order_id, e.entry_no, e.title, l.amount_minor as amount, l.status
        from order_lines l join apply_orders e on e.id = l.apply_order_id
        where l.order_no = ${orderNo} order by l.position`.execute(db),
      db
        .selectFrom('invoices')
        .select(['id', 'kind', 'number', 'issued_at'])
        .select(sql<number>`(document ->> 'gross')::integer`.as('gross'))
        .where('order_no', '=', orderNo)
        .orderBy('id')
        .execute(),
    ])
    return { history, payments, refunds: refunds.rows, lines: lines.rows, documents }
  },
})

export type Payer = { email: string; language: Language; entry_no: string; title: string }

export const payerRepository = (db: Db) => ({
  /** The customer whom the provider gets to know: the owner of the works. */
  async find(orderNo: string): Promise<Payer> {
    const [owner] = await this.recipients(orderNo)
    if (!owner) throw new Error(`Order ${orderNo} has no owner`)
    return owner
  },

  /**
   * Recipients of mails about an order: the owner of its works, then the member who opened it, as long as that role
   * includes the papers of every work. Names the number and title of each.
   */
  async recipients(orderNo: string): Promise<(Payer & { is_owner: boolean })[]> {
    const { rows } = await sql<Payer & { is_owner: boolean }>`
      select u.email, u.language, bool_and(u.id = e.user_id) as is_owner,
        string_agg(e.entry_no, ', ' order by l.position) as entry_no,
        string_agg(e.title, ' · ' order by l.position) as title
      from payment_orders o
      join order_lines l on l.order_no = o.order_no
      join apply_orders e on e.id = l.apply_order_id
      join users u on u.id in (e.user_id, o.payer_id)
      where o.order_no = ${orderNo}
      group by u.id
      having bool_and(${entryRole(sql.ref('u.id'), 'e')} = any(${[...rolesThatMay('papers')]}))
      order by is_owner desc`.execute(db)
    return rows
  },
})
