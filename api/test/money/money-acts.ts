import { BusinessError } from '../../src/http/business-error.ts'
import { payableEntriesRepository } from '../../src/modules/payments/checkout/payable-entries.repository.ts'
import { applyPayment, refreshOrder } from '../../src/modules/payments/orders/apply-payment.ts'
import { orderLinesRepository } from '../../src/modules/payments/orders/order-lines.repository.ts'
import { ordersRepository } from '../../src/modules/payments/orders/orders.repository.ts'
import { reconcileOrders } from '../../src/modules/payments/orders/reconcile.ts'
import { changeEntryStatus } from '../../src/modules/entries/entry-status.repository.ts'
import {
  requestRefundOf,
  requestRefundOfEntryFee,
} from '../../src/modules/payments/refunds/refund-request.ts'
import { runRefunds } from '../../src/modules/payments/refunds/refunds.ts'
import type { Act, Step } from './money-steps.ts'
import type { Notice, World } from './money-world.ts'

const chosen = <T>(list: readonly T[], pick: number): T | undefined => list[pick % list.length]

/** One of a list that is never empty. */
function oneOf<T>(list: readonly T[], pick: number): T {
  const one = chosen(list, pick)
  if (one === undefined) throw new Error('The world has no such channel')
  return one
}

/** Runs one step; a `BusinessError` is a valid answer, any other error a defect. */
export async function perform(world: World, { act, pick, core }: Step): Promise<void> {
  try {
    await acts(world, pick, core)[act]()
  } catch (error) {
    if (!(error instanceof BusinessError)) throw error
  }
}

function acts(world: World, pick: number, core: 0 | 1): Record<Act, () => unknown> {
  const { wallets, cards, channels, providers, notices, cores, db } = world
  const entryId = world.entryAt(pick)
  const wallet = oneOf(wallets, pick)
  const card = oneOf(cards, pick)
  const some = oneOf(providers, pick)
  const notify = (order_no: string, payment: Notice['payment'] | undefined) =>
    payment && notices.push({ order_no, payment })
  const payable = () =>
    providers.flatMap((at) => at.payable().map((order_no) => ({ order_no, at })))
  const hear = ({ order_no, payment }: Notice, by: 0 | 1) =>
    applyPayment(cores[by], order_no, payment, { source: 'notify' })
  const transact = <T>(work: (trx: typeof db) => Promise<T>) =>
    cores[core].db.transaction().execute(work)
  const command = (amount_minor: number) => ({
    amount_minor,
    reason: 'As the board decided',
    by_user_id: world.chair.id,
    at: cores[core].clock(),
  })

  return {
    open_wallet: () => world.open(core, oneOf(channels.wallets, pick), pick),
    open_card: () => world.open(core, oneOf(channels.cards, pick), pick),
    open_bank: () => world.open(core, oneOf(channels.banks, pick), pick),
    open_one: () => world.open(core, oneOf(channels.wallets, pick), pick, true),
    pay() {
      const one = chosen(payable(), pick)
      if (one) notify(one.order_no, one.at.pay(one.order_no))
    },
    pay_all() {
      for (const { order_no, at } of payable()) notify(order_no, at.pay(order_no))
    },
    /** The payment arrives before the answer to the order request. */
    async pay_at_once() {
      for (let tries = 0; tries < 50; tries += 1) {
        const [one] = payable()
        const payment = one && one.at.pay(one.order_no)
        if (payment) return hear({ order_no: one.order_no, payment }, core)
        await new Promise(setImmediate)
      }
    },
    overpay() {
      const one = chosen(payable(), pick)
      if (one) notify(one.order_no, one.at.pay(one.order_no, 100))
    },
    async pay_again() {
      const paid = chosen(some.payments(), pick)
      const payment = paid && some.payAgain(paid.order_no)
      const notice = payment && { order_no: paid.order_no, payment }
      if (!notice) return
      await hear({ order_no: paid.order_no, payment: paid }, core)
      await Promise.all([hear(notice, 0), hear(notice, 1)])
    },
    pay_slowly: () => card.delay(chosen(card.payable(), pick) ?? ''),
    decide: () => notices.push(...cards.flatMap((one) => one.decide(pick % 2 === 0))),
    notify: () => {
      const one = chosen(notices, pick)
      return one && hear(one, core)
    },
    notify_all: () =>
      Promise.all(notices.flatMap((one) => [hear(one, core), hear(one, core === 0 ? 1 : 0)])),
    async query() {
      const order = chosen(await world.orders(), pick)
      if (order) await refreshOrder(cores[core], order, 'query')
    },
    confirm_transfer: () => world.byHand(core, entryId, 'paid', `VIR ${entryId} ${pick}`),
    not_received: () => world.byHand(core, entryId, 'unpaid'),
    waive: () => world.byHand(core, entryId, 'waived'),
    refund_all: () => world.byHand(core, entryId, 'refund_pending'),
    refund_done: () => world.byHand(core, entryId, 'refunded'),
    /** A line of an order, whole. */
    async refund_one() {
      const order = chosen(await world.orders(), pick)
      const line = chosen(order ? await orderLinesRepository(db).of(order.order_no) : [], pick)
      if (!order || !line) return
      const request = { ...command(line.amount_minor), entryId: line.apply_order_id }
      await transact((trx) => requestRefundOf(trx, order, request))
    },
    async refund_part() {
      const order = chosen(await world.orders(), pick)
      if (!order) return
      const line = chosen(await orderLinesRepository(db).of(order.order_no), pick)
      const amount = Math.ceil(((line ?? order).amount_minor * (pick + 1)) / 10)
      const of = line && { entryId: line.apply_order_id }
      await transact((trx) => requestRefundOf(trx, order, { ...command(amount), ...of }))
    },
    refund_again: () => refundAgain(world, core),
    withdraw: () =>
      transact(async (trx) => {
        const entries = payableEntriesRepository(trx)
        const entry = await entries.lock(entryId)
        const orders = await ordersRepository(trx).openOrders(entryId, world.feeType)
        if (orders.length > 0) return
        const { entrant } = world
        const refund = { entryId: entry.id, reason: 'Withdrawn', at: cores[core].clock() }
        await requestRefundOfEntryFee(trx, entrant, refund)
        await entries.updateVersion(entry.id, {})
        await changeEntryStatus(trx, 'withdraw', [entry.id])
      }),
    price: () => world.changePrice(31_200 + pick * 100),
    wait: () => world.pass(1),
    rest: () => world.pass(12),
    expire: () => world.pass(31),
    reconcile: () => reconcileOrders(cores[core]),
    refund_job: () => runRefunds(cores[core]),
    spare_request: () => some.faults.push('none'),
    lose_request: () => some.faults.push('before'),
    lose_answer: () => some.faults.push('after'),
    leak: () => wallet.leaks.push(true),
    refuse_refund: () => some.refundFailures.push(true),
  }
}

/** Repeats every failed refund, up to the remaining amount. */
async function refundAgain({ db, cores, chair, orders }: World, core: 0 | 1) {
  for (const order of await orders()) {
    const ask = (amount_minor: number, entryId: string | null) =>
      cores[core].db.transaction().execute((trx) =>
        requestRefundOf(trx, order, {
          ...(entryId && { entryId }),
          amount_minor,
          reason: 'Once more',
          by_user_id: chair.id,
          at: cores[core].clock(),
        }),
      )
    const failed = await db
      .selectFrom('refunds')
      .select(['amount_minor', 'apply_order_id'])
      .where('order_no', '=', order.order_no)
      .where('status', '=', 'failed')
      .execute()
    for (const { amount_minor, apply_order_id } of failed) {
      await ask(amount_minor, apply_order_id).catch((error: unknown) => {
        const left = leftAccordingTo(error)
        return left > 0 ? ask(left, apply_order_id) : undefined
      })
    }
  }
}

/** Remaining refundable amount from the error of the finance desk; 0 if all is in progress. */
function leftAccordingTo(error: unknown): number {
  if (error instanceof BusinessError && error.data?.reason === 'REFUND_TOO_MUCH') {
    return Number(error.data['refundable'])
  }
  throw error
}

// Every kind of order has expired after these pauses, its last poll included.
const MINUTES = [6, 40, 61, 61, 61, 15_000, 1_600, 61]

/** No further notifications: only the jobs run until all is settled. */
export async function calmDown(world: World) {
  const { providers, cards, cores } = world
  for (const card of cards) card.decide(true)
  for (const { faults, leaks, refundFailures } of providers) {
    faults.length = 0
    leaks.length = 0
    refundFailures.length = 0
  }
  for (const [index, minutes] of MINUTES.entries()) {
    world.pass(minutes)
    await Promise.all(cores.map((core) => reconcileOrders(core)))
    await Promise.all(cores.map(runRefunds))
    if (index === 3) await refundAgain(world, 0)
  }
}
