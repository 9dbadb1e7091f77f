import { payments } from '@awards/shared/contract'
import { FEE_TYPE, PAYMENT_STATUS } from '@awards/shared/domain'
import { CONSUMER, paymentScene } from '../../../../test/payment-scene.ts'
import { until } from '../../../../test/waiting.ts'
import { openOrder } from './open-order.ts'
import { applyPayment } from './apply-payment.ts'
import { paymentContext } from '../payments.routes.ts'
import { reconcileOrders, settleClosing } from './reconcile.ts'
import { bankProvider } from '../channels/bank/bank-channel.ts'
import { runRefunds } from '../refunds/refunds.ts'

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

/** Closed in our books, though the provider was never asked. */
async function closeHere(orderNo: string) {
  for (const status of [7, 3]) {
    await db.updateTable('payment_orders').set({ status }).where('order_no', '=', orderNo).execute()
  }
}

async function qrcode() {
  const one = await scene.unpaid()
  const code = await one.as.call(payments.getEntryFeeQrcode, { apply_order_id: one.id })
  return { ...one, ...code }
}

test('after a lost webhook the polling page queries the provider, once per poll', async () => {
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

test('the reconcile job finds a payment whose webhook was lost after the page was closed', async () => {
  wallet.setChaos({ notify: 'drop' })
  const { id, code_url } = await qrcode()
  wallet.pay(code_url)

  later(1)
  await reconcileOrders(core)

  expect(await scene.entryRow(id)).toMatchObject(paidEntry)
})

test('an order that cannot be closed stays closing, and the log says which one and why', async () => {
  const { id, order_no } = await qrcode()
  const setStatus = (status: number) =>
    db.updateTable('payment_orders').set({ status }).where('order_no', '=', order_no).execute()
  await setStatus(PAYMENT_STATUS.closing)
  const error = new Error('The provider answers 500')
  const wechat_native = { ...bankProvider, close: () => Promise.reject(error) }
  const logged: unknown[][] = []
  const log = { ...core.log, warn: (...line: unknown[]) => void logged.push(line) }

  expect(await settleClosing({ ...core, log, providers: { wechat_native } }, order_no)).toBe(
    'unknown',
  )
  expect(logged).toEqual([['payment.close_failed', { order_no, channel: 'wechat_native', error }]])
  expect(await scene.orders(id)).toMatchObject([{ status: PAYMENT_STATUS.closing }])
})

test('an expired order is closed at the provider, and the next QR code belongs to a new order', async () => {
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
  await closeHere(order_no)
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

test('a duplicate payment of a fee is refunded, and there is one invoice', async () => {
  wallet.setChaos({ notify: 'drop' })
  const { id, code_url, order_no } = await qrcode()
  wallet.pay(code_url)
  await closeHere(order_no)
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
  let minutes = 1
  await until(async () => {
    // An answer that was not final is asked for again a while later.
    later((minutes += 0.2))
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

test('of two simultaneous payments of a fee exactly one counts', async () => {
  const { id, order_no } = await qrcode()
  await closeHere(order_no)
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

test('after a provider timeout the same order is retried', async () => {
  const { id, as } = await scene.unpaid()
  wallet.setChaos({ loseAnswerNext: 1 })
  const failed = await as.answer(payments.getEntryFeeQrcode, { apply_order_id: id })
  const again = await as.call(payments.getEntryFeeQrcode, { apply_order_id: id })

  expect(failed).toMatchObject({ code: 503, data: { reason: 'PROVIDER_UNAVAILABLE' } })
  expect(again.code_url).toMatch(/^weixin:/)
  expect(await scene.orders(id)).toHaveLength(1)
})

test('no order is opened for a fee that was settled concurrently', async () => {
  const { id, code_url } = await qrcode()
  wallet.pay(code_url)
  await until(() => scene.relayed.length === 1)
  const terms = {
    fee_type: FEE_TYPE.entry,
    channel: 'wechat_native' as const,
    amount_minor: 31_200,
    currency: 'EUR',
    quote: {},
    billing: null,
    package_code: null,
    expires_at: new Date(context.clock().getTime() + 30 * MINUTE),
  }

  await expect(openOrder(core, { ...terms, entryIds: [id] })).rejects.toMatchObject({ code: 409 })
})

test('no new order is opened until WeChat confirms the close of the old one', async () => {
  const { id, as } = await qrcode()
  const { quote_id } = await as.call(payments.getEntryFee, { apply_order_id: id })
  const transfer = () =>
    as.answer(payments.entryFeePayment, {
      apply_order_id: id,
      channel: 'bank_transfer',
      quote_id,
      billing: CONSUMER,
    })

  // A busy wallet is asked three times in a row.
  wallet.setChaos({ failNext: 6 })
  const codes = [await transfer(), await transfer(), await transfer()].map(({ code }) => code)

  expect(codes).toEqual([503, 503, 200])
  expect((await scene.orders(id)).map((order) => order.status).sort()).toEqual([1, 3])
})

test('a code that was paid though its answer was lost is not offered again', async () => {
  const { id, as } = await scene.unpaid()
  wallet.setChaos({ loseAnswerNext: 1, notify: 'drop' })
  await as.answer(payments.getEntryFeeQrcode, { apply_order_id: id })
  const [order] = await scene.orders(id)
  wallet.pay(order?.order_no ?? '')

  const again = await as.answer(payments.getEntryFeeQrcode, { apply_order_id: id })

  expect(again).toMatchObject({ code: 409, data: { reason: 'ALREADY_PAID' } })
  expect(await scene.entryRow(id)).toMatchObject(paidEntry)
})

test('an order for which the provider gives no QR code is retried, and never shown without one', async () => {
  const { id, as } = await scene.unpaid()
  const { wechat_native: wechat } = core.providers
  if (!wechat) throw new Error('The scene has no wallet')
  const wechat_native = { ...wechat, create: async () => ({ code_url: '' }) }
  const terms = {
    fee_type: FEE_TYPE.entry,
    channel: 'wechat_native' as const,
    amount_minor: 31_200,
    currency: 'EUR',
    quote: {},
    billing: null,
    package_code: null,
    expires_at: new Date(context.clock().getTime() + 30 * MINUTE),
  }
  const providers = { ...core.providers, wechat_native }
  const opening = openOrder({ ...core, providers }, { ...terms, entryIds: [id] })
  await expect(opening).rejects.toMatchObject({ code: 503 })
  expect(await scene.orders(id)).toMatchObject([{ status: 0, code_url: null }])

  const code = await as.call(payments.getEntryFeeQrcode, { apply_order_id: id })
  expect(code.code_url).toMatch(/^weixin:/)
  expect(await scene.orders(id)).toMatchObject([{ status: 1, code_url: code.code_url }])
})
