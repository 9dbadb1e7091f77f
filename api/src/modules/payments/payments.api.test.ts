import { sql } from 'kysely'
import { payments } from '@awards/shared/contract'
import { paymentScene } from '../../../test/payment-scene.ts'
import { until } from '../../../test/waiting.ts'
import { alertRowsRepository } from '../accounting/finance-desk.repository.ts'

const scene = await paymentScene()
const { wallet, db, context } = scene

beforeEach(() => {
  scene.setTime(new Date())
  wallet.setChaos({})
  scene.relayed.length = 0
  scene.mails.length = 0
})
afterAll(() => scene.stop())

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
  proves('call wxpay/getEntryFeeQrcode')
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

test('fifty who ask to pay for one entry at once get one order', async () => {
  proves('security 13')
  const { id, as } = await scene.unpaid()
  const ask = () => as.call(payments.getEntryFeeQrcode, { apply_order_id: id })

  const codes = await Promise.all(Array.from({ length: 50 }, ask))

  expect(new Set(codes.map(({ order_no, code_url }) => `${order_no} ${code_url}`)).size).toBe(1)
  expect(await scene.orders(id)).toHaveLength(1)
})

test('the same notification five times at once is one payment', async () => {
  proves('security 62')
  wallet.setChaos({ notifyCopies: 5 })
  const { id, code_url, order_no } = await qrcode()

  wallet.pay(code_url)
  await until(() => scene.relayed.length === 5)
  const alerts = await sql`select 1 from jobs where name = 'payments.alert'`.execute(db)
  await context.jobs.drain()

  expect(scene.relayed).toEqual([204, 204, 204, 204, 204])
  expect(alerts.rows).toEqual([])
  expect(await count('ledger', order_no)).toBe(1)
  expect(await count('invoices', order_no)).toBe(1)
  expect(await scene.entryRow(id)).toMatchObject(paidEntry)
  const acts = db.selectFrom('audit_log').select('action').where('subject', '=', order_no)
  expect(await acts.execute()).toEqual([{ action: 'payment.paid' }])
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

test('a notification of a wrong amount is ignored, and WeChat is queried', async () => {
  wallet.setChaos({ notifyForge: 'amount' })
  const { id, code_url, order_no } = await qrcode()

  wallet.pay(code_url)
  await until(() => scene.relayed.length === 1)

  expect(await alertRowsRepository(db).openOf(order_no)).toMatchObject([
    { code: 'AMOUNT_MISMATCH' },
  ])
  expect(await scene.orders(id)).toMatchObject([{ status: 2 }])
  expect(await scene.entryRow(id)).toMatchObject(paidEntry)
})

test('an order is visible only to its entrant', async () => {
  proves('call apply/checkOrderStatus')
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
