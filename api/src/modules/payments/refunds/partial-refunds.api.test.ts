import { documents, judge, payments } from '@awards/shared/contract'
import { CONSUMER, paymentScene } from '../../../../test/payment-scene.ts'
import { memoryProvider } from '../../../../test/memory-provider.ts'
import { isLockAwaited, until } from '../../../../test/waiting.ts'
import { alertRowsRepository } from '../../accounting/finance-desk.repository.ts'
import { issueInvoiceOnce } from '../../documents/issue-invoice.ts'
import { ordersRepository } from '../orders/orders.repository.ts'
import { paymentContext } from '../payments.routes.ts'
import { applyPayment, PAYMENT_JOBS, type CoreContext } from '../orders/apply-payment.ts'
import type { Order } from '../payment-types.ts'
import { bankProvider } from '../channels/bank/bank-channel.ts'
import { requestRefundOf } from './refund-request.ts'
import { refundsRepository } from './refunds.repository.ts'
import { runRefunds } from './refunds.ts'

const scene = await paymentScene()
const { build, db, wallet, context } = scene
const chair = await build.juror(1)
let now = Date.now()
afterAll(() => scene.stop())
beforeEach(() => {
  scene.setTime(new Date((now += 60_000)))
  scene.relayed.length = 0
})

/** A provider whose refunds fail when told to, behind the core as it is. */
const memory = memoryProvider(() => context.clock())
const core: CoreContext = {
  ...paymentContext(context).core,
  providers: { wechat_native: memory.provider, bank_transfer: bankProvider },
}

const PAYER = {
  email: 'jeanne@example.org',
  language: 'fr' as const,
  entry_no: 'GA-1',
  title: 'Ondine',
}

async function paid() {
  const one = await scene.unpaid()
  const { code_url, order_no } = await one.as.call(payments.getEntryFeeQrcode, {
    apply_order_id: one.id,
  })
  const before = scene.relayed.length
  wallet.pay(code_url)
  await until(() => scene.relayed.length > before)
  const order = await orderOf(order_no)
  await memory.provider.create({ ...order, expires_at: new Date(now + 1e9) }, '', PAYER)
  memory.pay(order_no)
  return { ...one, order_no, order }
}

async function orderOf(orderNo: string): Promise<Order> {
  const order = await ordersRepository(db).find(orderNo)
  if (!order) throw new Error('no order')
  return order
}

const sendBack = (order: Order, amount_minor: number) =>
  db.transaction().execute((trx) =>
    requestRefundOf(trx, order, {
      amount_minor,
      reason: 'Paid too much',
      by_user_id: chair.id,
      at: context.clock(),
    }),
  )

async function settleRefunds() {
  for (let round = 0; round < 2; round += 1) {
    await runRefunds(core)
    scene.setTime(new Date((now += 60_000)))
  }
}

test('after a partial refund the fee stays paid until nothing remains', async () => {
  const { id, as, order_no, order } = await paid()

  await sendBack(order, 10_000)
  await settleRefunds()
  expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 2 })
  expect(await as.call(payments.queryOrder, { order_no })).toMatchObject({
    status: 2,
    refunded: 10_000,
  })
  await expect(sendBack(order, 21_201)).rejects.toMatchObject({
    code: 409,
    data: { reason: 'REFUND_TOO_MUCH', refundable: 21_200 },
  })

  await sendBack(order, 21_200)
  expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 5 })
  await settleRefunds()
  expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 6 })
  expect(await as.call(payments.queryOrder, { order_no })).toMatchObject({
    status: 6,
    refunded: 31_200,
  })
  const jobs = await db
    .selectFrom('jobs')
    .select('key')
    .where('name', '=', PAYMENT_JOBS.refunded)
    .where('key', 'like', `R${order_no}%`)
    .execute()
  expect(jobs).toHaveLength(2)
})

test('two who send back at once do not send back more than was paid', async () => {
  const { order, order_no } = await paid()

  const answers = await Promise.allSettled([
    sendBack(order, 20_000),
    sendBack(order, 20_000),
    sendBack(order, 11_200),
  ])

  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  const rows = await db
    .selectFrom('refunds')
    .select('amount_minor')
    .where('order_no', '=', order_no)
    .execute()
  expect(rows.reduce((sum, { amount_minor }) => sum + amount_minor, 0)).toBe(31_200)
  await settleRefunds()
})

test('a failed refund raises an alert and is retried under its number', async () => {
  const { id, order, order_no } = await paid()
  memory.refundFailures.push(true)

  const first = await sendBack(order, 31_200)
  await settleRefunds()
  expect(await alertRowsRepository(db).openOf(order_no)).toMatchObject([{ code: 'REFUND_FAILED' }])
  expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 5 })

  const second = await sendBack(order, 31_200)
  await settleRefunds()
  expect(second.out_refund_no).toBe(first.out_refund_no)
  expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 6 })
})

test('a second payment of a paid order is refunded automatically, and the fee stays paid', async () => {
  const { id, order_no } = await paid()
  const second = memory.payAgain(order_no)
  if (!second) throw new Error('no payment')

  const outcomes = [
    await applyPayment(core, order_no, second, { source: 'notify' }),
    await applyPayment(core, order_no, second, { source: 'query' }),
  ]
  await settleRefunds()

  expect(outcomes).toEqual(['second', 'already'])
  expect(await alertRowsRepository(db).openOf(order_no)).toMatchObject([{ code: 'SECOND_PAYMENT' }])
  expect(memory.refunded()).toBeGreaterThanOrEqual(second.amount_minor)
  expect(await scene.orders(id)).toMatchObject([{ status: 2 }])
  expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 2 })
})

test('a wrong amount pays nothing and is refunded by a person', async () => {
  const { id, as } = await scene.unpaid()
  const { order_no } = await as.call(payments.getEntryFeeQrcode, { apply_order_id: id })
  const order = await orderOf(order_no)
  await memory.provider.create({ ...order, expires_at: new Date(now + 1e9) }, '', PAYER)
  const payment = memory.pay(order_no, 100)
  if (!payment) throw new Error('no payment')

  expect(await applyPayment(core, order_no, payment, { source: 'query' })).toBe('mismatch')
  expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 0 })
  await sendBack(order, 31_300)
  await settleRefunds()
  expect(await issueInvoiceOnce(db, context.clock, await orderOf(order_no))).toBe(false)
  const paper = { apply_order_id: id }
  const printed = await as.answer(documents.printEntryFeeInvoice, paper)
  expect(printed).toMatchObject({ code: 409, data: { reason: 'NOT_PAID' } })
  const created = await as.call(documents.createEntryFeeInvoice, paper)
  expect(created).toMatchObject({ status: 'proforma' })

  expect(await as.call(payments.queryOrder, { order_no })).toMatchObject({
    status: 6,
    timeline: [
      { moment: 'created', by: 'payer' },
      { moment: 'awaiting', by: 'system' },
      { moment: 'mismatch', by: 'provider', amount_minor: 31_300 },
      { moment: 'refund_requested', by: 'organiser', amount_minor: 31_300 },
      { moment: 'refund_done', by: 'provider', amount_minor: 31_300 },
    ],
  })
  expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 0, entry_status: 10 })
})

describe('what is due is taken by one process', () => {
  /** Takes in a transaction that stays open, then beside it; the second may wait for the first, but gets nothing. */
  async function takeTwice<T>(take: (process: typeof db) => Promise<T[]>) {
    return db.transaction().execute(async (trx) => {
      const first = await take(trx)
      let isDone = false
      const second = take(db).finally(() => (isDone = true))
      while (!isDone && !(await isLockAwaited(db))) await new Promise(setImmediate)
      return { first, second }
    })
  }

  test('a refund', async () => {
    const { order_no, order } = await paid()
    await sendBack(order, 10_000)
    scene.setTime(new Date((now += 60_000)))
    const { first, second } = await takeTwice((one) =>
      refundsRepository(one).claimDue(context.clock(), 10),
    )
    expect(first.map((refund) => refund.order_no)).toContain(order_no)
    expect(await second).toEqual([])
  })

  test('an order', async () => {
    const { id, as } = await scene.unpaid()
    const { order_no } = await as.call(payments.getEntryFeeQrcode, { apply_order_id: id })
    scene.setTime(new Date((now += 600_000)))
    const { first, second } = await takeTwice((one) =>
      ordersRepository(one).claimDue(context.clock(), 100),
    )
    expect(first.map((order) => order.order_no)).toContain(order_no)
    expect(await second).toEqual([])
  })
})

test('after a reload an order shows the next step, and then its timeline', async () => {
  proves('call wxpay/queryOrder', 'call apply/checkOrderStatus')
  const { id, as } = await scene.unpaid()
  const code = await as.call(payments.getEntryFeeQrcode, { apply_order_id: id })
  const { order_no, code_url } = code
  expect(await as.call(payments.checkOrderStatus, { order_no })).toMatchObject({
    action: { type: 'qrcode', code_url, poll_ms: 2_500 },
    refunded: 0,
    invoice_no: null,
  })

  const { quote_id } = await as.call(payments.getEntryFee, { apply_order_id: id })
  const transfer = await as.call(payments.entryFeePayment, {
    apply_order_id: id,
    channel: 'bank_transfer',
    quote_id,
    billing: CONSUMER,
  })
  const asked = await as.call(payments.checkOrderStatus, { order_no: transfer.order_no })
  expect(asked.action).toEqual(transfer.action)
  expect((await as.call(payments.queryOrder, { order_no })).action).toBeNull()

  const { version } = await scene.entryRow(id)
  await scene.as(chair).call(judge.changeEntryFeeStatus, {
    apply_order_id: id,
    status: 2,
    version,
    evidence: {
      amount_minor: 31200,
      value_date: '2026-11-18',
      reference: 'VIR 77',
    },
  })
  await context.jobs.drain()
  expect(await as.call(payments.checkOrderStatus, { order_no: transfer.order_no })).toMatchObject({
    action: null,
    invoice_no: expect.any(String),
    timeline: [
      { moment: 'created', by: 'payer' },
      { moment: 'awaiting', by: 'system' },
      { moment: 'paid', by: 'organiser', amount_minor: 31_200, reference: 'VIR 77' },
      { moment: 'invoice', by: 'system' },
    ],
  })
})
