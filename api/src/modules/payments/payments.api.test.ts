import { payments } from '@awards/shared/contract'
import { CONSUMER, paymentScene, until } from '../../../test/payment-scene.ts'
import { applyPayment } from './payment-core.ts'
import { paymentContext } from './payment-context.ts'
import { reconcileOrders } from './reconcile.ts'
import { runRefunds } from './refunds.ts'

const scene = await paymentScene()
const { wallet, db, context } = scene
const { core } = paymentContext(context)
const MINUTE = 60_000

beforeEach(() => {
  scene.setTime(new Date())
  wallet.setChaos({})
  scene.relayed.length = 0
  scene.mails.length = 0
})
afterAll(() => scene.stop())

const later = (minutes: number) =>
  scene.setTime(new Date(context.clock().getTime() + minutes * MINUTE))
const count = async (table: 'ledger' | 'payment_events' | 'invoices', orderNo: string) => {
  const rows = await db
    .selectFrom(table)
    .select('order_no')
    .where('order_no', '=', orderNo)
    .execute()
  return rows.length
}
const paidEntry = { entry_fee_status: 2, entry_status: 20 }

async function qrcode() {
  const one = await scene.unpaid()
  const code = await one.as.call(payments.getEntryFeeQrcode, { apply_order_id: one.id })
  return { ...one, ...code }
}

test('scan, pay, and the site knows: entry registered, one invoice, one mail', async () => {
  const { id, code_url, order_no, as, qrcode: picture } = await qrcode()
  expect(picture).toMatch(/^data:image\/svg\+xml;base64,/)
  expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 1 })

  wallet.pay(code_url)
  await until(() => scene.relayed.length === 1)
  await context.jobs.drain()

  expect(scene.relayed).toEqual([204])
  expect(await scene.entryRow(id)).toMatchObject(paidEntry)
  expect(await as.call(payments.checkOrderStatus, { order_no })).toMatchObject({
    status: 2,
    status_text: 'paid',
    amount: 31_200,
    is_late: false,
  })
  expect(await count('invoices', order_no)).toBe(1)
  expect(scene.mails.map((mail) => mail.subject)).toEqual([
    expect.stringContaining('payment received'),
  ])
})

test('a refreshed page and two impatient clicks get the same order', async () => {
  const { id, as } = await scene.unpaid()
  const ask = () => as.call(payments.getEntryFeeQrcode, { apply_order_id: id })

  const codes = await Promise.all([ask(), ask(), ask()])
  codes.push(await ask())

  expect(new Set(codes.map((code) => code.order_no)).size).toBe(1)
  expect(await scene.orders(id)).toHaveLength(1)
})

test('the same notification five times at once is one payment', async () => {
  wallet.setChaos({ notifyCopies: 5 })
  const { id, code_url, order_no } = await qrcode()

  wallet.pay(code_url)
  await until(() => scene.relayed.length === 5)
  await context.jobs.drain()

  expect(scene.relayed).toEqual([204, 204, 204, 204, 204])
  expect(await count('ledger', order_no)).toBe(1)
  expect(await count('invoices', order_no)).toBe(1)
  expect(await scene.entryRow(id)).toMatchObject(paidEntry)
})

test.each(['signature', 'ciphertext', 'stale', 'unknown-serial', 'probe'] as const)(
  'a notification with a false %s changes nothing',
  async (notifyForge) => {
    wallet.setChaos({ notifyForge, retryScheduleMs: [] })
    const { id, code_url } = await qrcode()

    wallet.pay(code_url)
    await until(() => scene.relayed.length === 1)

    expect(scene.relayed).toEqual([401])
    expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 1 })
  },
)

test('a payment for another merchant is refused', async () => {
  wallet.setChaos({ notifyForge: 'mchid', retryScheduleMs: [] })
  const { id, code_url } = await qrcode()

  wallet.pay(code_url)
  await until(() => scene.relayed.length === 1)

  expect(scene.relayed).toEqual([400])
  expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 1 })
})

test('a smaller amount, though rightly signed, does not pay the fee', async () => {
  wallet.setChaos({ notifyForge: 'amount' })
  const { id, code_url } = await qrcode()

  wallet.pay(code_url)
  await until(() => scene.relayed.length === 1)

  expect(await scene.orders(id)).toMatchObject([{ status: 8 }])
  expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 1, entry_status: 10 })
})

test('a lost notification: the waiting page asks the provider, at most every five seconds', async () => {
  wallet.setChaos({ notify: 'drop' })
  const { id, code_url, order_no, as } = await qrcode()
  const ask = () => as.call(payments.queryOrder, { order_no })
  expect(await ask()).toMatchObject({ status: 1 })
  wallet.pay(code_url)

  expect(await ask()).toMatchObject({ status: 1 })
  later(0.1)
  expect(await ask()).toMatchObject({ status: 2 })
  expect(await scene.entryRow(id)).toMatchObject(paidEntry)
})

test('a lost notification and a closed page: the reconciliation finds the money', async () => {
  wallet.setChaos({ notify: 'drop' })
  const { id, code_url } = await qrcode()
  wallet.pay(code_url)

  later(1)
  await reconcileOrders(core)

  expect(await scene.entryRow(id)).toMatchObject(paidEntry)
})

test('an order that ran out is closed at the provider, and the next code is another order', async () => {
  const first = await qrcode()

  later(32)
  await reconcileOrders(core)
  expect(await scene.entryRow(first.id)).toMatchObject({ entry_fee_status: 0 })
  expect(wallet.pay(first.code_url)).toMatchObject({ ok: false })
  const second = await first.as.call(payments.getEntryFeeQrcode, { apply_order_id: first.id })

  expect(second.order_no).not.toBe(first.order_no)
  expect((await scene.orders(first.id)).map((order) => order.status)).toEqual([3, 1])
})

test('money that arrives after the order was closed here still pays the fee, marked late', async () => {
  wallet.setChaos({ notify: 'drop' })
  const { id, code_url, order_no } = await qrcode()
  wallet.pay(code_url)
  await db
    .updateTable('payment_orders')
    .set({ status: 3 })
    .where('order_no', '=', order_no)
    .execute()
  await db.updateTable('apply_orders').set({ entry_fee_status: 0 }).where('id', '=', id).execute()

  later(1)
  await reconcileOrders(core)

  expect(await scene.orders(id)).toMatchObject([{ status: 2, is_late: true }])
  expect(await scene.entryRow(id)).toMatchObject(paidEntry)
})

test('switching to a transfer closes the code first; a code that was paid wins', async () => {
  const open = await qrcode()
  const quote = await open.as.call(payments.getEntryFee, { apply_order_id: open.id })
  const transfer = (one: typeof open, quote_id: string) =>
    one.as.answer(payments.entryFeePayment, {
      apply_order_id: one.id,
      channel: 'bank_transfer',
      quote_id,
      billing: CONSUMER,
    })
  const started = await transfer(open, quote.quote_id)
  expect(started).toMatchObject({ code: 200, data: { action: { type: 'bank', bic: 'SPECFRPP' } } })
  expect(wallet.pay(open.code_url)).toMatchObject({ ok: false })
  expect(await scene.entryRow(open.id)).toMatchObject({ entry_fee_status: 4 })

  wallet.setChaos({ notify: 'drop' })
  const paid = await qrcode()
  const other = await paid.as.call(payments.getEntryFee, { apply_order_id: paid.id })
  wallet.pay(paid.code_url)
  expect(await transfer(paid, other.quote_id)).toMatchObject({
    code: 409,
    data: { reason: 'ALREADY_PAID' },
  })
  expect(await scene.entryRow(paid.id)).toMatchObject(paidEntry)
})

test('a second payment of the same fee is sent back, and there is one invoice', async () => {
  wallet.setChaos({ notify: 'drop' })
  const { id, code_url, order_no } = await qrcode()
  wallet.pay(code_url)
  await db
    .updateTable('payment_orders')
    .set({ status: 3 })
    .where('order_no', '=', order_no)
    .execute()
  later(0.1)
  const second = await scene
    .as({ id: (await scene.entryRow(id)).user_id })
    .call(payments.getEntryFeeQrcode, { apply_order_id: id })
  const payment = {
    txn: `T${second.order_no}`,
    amount_minor: 31_200,
    currency: 'EUR',
    paid_at: context.clock(),
  }

  expect(await applyPayment(core, second.order_no, payment, { source: 'notify' })).toBe('paid')
  later(1)
  await reconcileOrders(core)
  await context.jobs.drain()
  await until(async () => {
    await runRefunds(core)
    return (await scene.orders(id)).some((order) => order.status === 6)
  })

  expect(await scene.orders(id)).toMatchObject([
    { order_no, status: 6, is_duplicate: true },
    { order_no: second.order_no, status: 2, is_duplicate: false },
  ])
  expect(await scene.entryRow(id)).toMatchObject(paidEntry)
  expect(await count('invoices', order_no)).toBe(0)
  const { entry_no } = await scene.entryRow(id)
  const subjects = scene.mails.map((mail) => mail.subject).filter((one) => one.includes(entry_no))
  expect(subjects.sort()).toEqual([
    expect.stringContaining('payment received'),
    expect.stringContaining('refund'),
  ])
})

test('two payments in the same moment: exactly one is kept', async () => {
  const { id, order_no } = await qrcode()
  await db
    .updateTable('payment_orders')
    .set({ status: 3 })
    .where('order_no', '=', order_no)
    .execute()
  const as = scene.as({ id: (await scene.entryRow(id)).user_id })
  const second = await as.call(payments.getEntryFeeQrcode, { apply_order_id: id })
  const pay = (number: string) =>
    applyPayment(
      core,
      number,
      { txn: `X${number}`, amount_minor: 31_200, currency: 'EUR', paid_at: context.clock() },
      { source: 'notify' },
    )

  const outcomes = await Promise.all([pay(order_no), pay(second.order_no)])

  expect(outcomes.sort()).toEqual(['duplicate', 'paid'])
})

test('a provider that does not answer costs nothing: the same order is tried again', async () => {
  const { id, as } = await scene.unpaid()
  wallet.setChaos({ loseAnswerNext: 1 })
  const failed = await as.answer(payments.getEntryFeeQrcode, { apply_order_id: id })
  const again = await as.call(payments.getEntryFeeQrcode, { apply_order_id: id })

  expect(failed).toMatchObject({ code: 503, data: { reason: 'PROVIDER_UNAVAILABLE' } })
  expect(again.code_url).toMatch(/^weixin:/)
  expect(await scene.orders(id)).toHaveLength(1)
})

test('nobody sees the order of somebody else', async () => {
  const { order_no } = await qrcode()
  const { as } = await scene.unpaid()

  expect((await as.answer(payments.queryOrder, { order_no })).code).toBe(404)
  expect((await as.answer(payments.checkOrderStatus, { order_no: 'GA000000XXXX' })).code).toBe(404)
})

test('amounts cannot be changed, and money that moved cannot be unwritten', async () => {
  const { order_no, code_url } = await qrcode()
  wallet.pay(code_url)
  await until(() => scene.relayed.length === 1)

  await expect(
    db
      .updateTable('payment_orders')
      .set({ amount_minor: 1 })
      .where('order_no', '=', order_no)
      .execute(),
  ).rejects.toThrow('frozen')
  await expect(db.deleteFrom('ledger').where('order_no', '=', order_no).execute()).rejects.toThrow(
    'append-only',
  )
})
