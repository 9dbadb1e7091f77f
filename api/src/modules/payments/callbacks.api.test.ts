import { payments } from '@awards/shared/contract'
import { callbackScene } from '../../../test/callback-scene.ts'
import { until } from '../../../test/waiting.ts'

const scene = await callbackScene()
const { wallet, db, context } = scene
const PAID = { entry_fee_status: 2, entry_status: 20 }

beforeEach(() => scene.setTime(new Date()))
afterAll(() => scene.stop())

/** Carries one bad callback and proves that no row of money, and no fee, is another afterwards. */
async function changesNothing(carry: () => Promise<number>) {
  await context.jobs.drain()
  const before = await scene.books()
  const status = await carry()
  await context.jobs.drain()
  expect(await scene.books()).toBe(before)
  return status
}

test('S13: a callback with a bad signature is answered with 401 and changes nothing', async () => {
  proves('story S13')
  const { order_no } = await scene.waiting()
  const status = await changesNothing(() => scene.send(scene.claimed(order_no), 'signature'))
  expect(status).toBe(401)
})

test('a callback without a signature changes nothing', async () => {
  const { order_no } = await scene.waiting()
  const status = await changesNothing(() => scene.send(scene.claimed(order_no), 'no-signature'))
  expect(status).toBe(401)
})

test('S13: a callback with a wrong amount leaves the order open and raises an alert', async () => {
  proves('story S13')
  const { id, order_no } = await scene.waiting()
  const status = await changesNothing(() => scene.send(scene.claimed(order_no), 'amount'))
  expect(status).toBe(400)
  expect(await scene.orders(id)).toMatchObject([{ status: 1 }])
  const alerts = await scene.alerts('AMOUNT_MISMATCH')
  expect(alerts.filter((alert) => alert.order_no === order_no)).toHaveLength(1)
})

test('a callback with a wrong currency changes nothing and raises an alert', async () => {
  const { order_no } = await scene.waiting()
  const status = await changesNothing(() => scene.send(scene.claimed(order_no), 'currency'))
  expect(status).toBe(400)
  const alerts = await scene.alerts('AMOUNT_MISMATCH')
  expect(alerts.filter((alert) => alert.order_no === order_no)).toHaveLength(1)
})

test.each(['mchid', 'appid'] as const)(
  'a callback of another %s changes nothing',
  async (forge) => {
    const { order_no } = await scene.waiting()
    expect(await changesNothing(() => scene.send(scene.claimed(order_no), forge))).toBe(400)
  },
)

test('a callback of an unknown order is retried and raises an alert', async () => {
  const { order_no } = await scene.waiting()
  const fact = scene.claimed(order_no, { out_trade_no: 'P261121UNKNOWN001' })
  expect(await changesNothing(() => scene.send(fact))).toBe(404)
  expect(await changesNothing(() => scene.send(fact))).toBe(404)
  expect(await scene.alerts('UNKNOWN_ORDER')).toMatchObject([{ order_no: 'P261121UNKNOWN001' }])
})

test('a true callback fifty times at once changes everything once', async () => {
  proves('security 13')
  const { id, order_no } = await scene.waiting()
  const notice = wallet.notice(scene.paid(order_no))
  const statuses = await Promise.all(Array.from({ length: 50 }, () => scene.carry(notice)))
  await context.jobs.drain()

  expect(new Set(statuses)).toEqual(new Set([204]))
  expect(await scene.ledger(order_no)).toHaveLength(1)
  expect(await scene.invoices(order_no)).toHaveLength(1)
  expect(await scene.entryRow(id)).toMatchObject({ ...PAID, version: 2 })
  expect(await changesNothing(() => scene.carry(notice))).toBe(204)
})

test('a true callback before the answer with the code is one payment, and the code is not offered', async () => {
  wallet.setChaos({ notify: 'drop' })
  const { id, as } = await scene.unpaid()
  const release = wallet.holdNextAnswer()
  const asked = as.answer(payments.getEntryFeeQrcode, { apply_order_id: id })
  await until(async () => (await scene.orders(id)).some((row) => isAtWallet(row.order_no)))
  const [order] = await scene.orders(id)
  const orderNo = order?.order_no ?? ''
  expect(order).toMatchObject({ status: 0, code_url: null })

  expect(await scene.send(scene.paid(orderNo))).toBe(204)
  release()
  const paidMeanwhile = { code: 409, data: { reason: 'ALREADY_PAID' } }
  expect(await asked).toMatchObject(paidMeanwhile)

  expect(await scene.orders(id)).toMatchObject([{ status: 2 }])
  expect(await scene.ledger(orderNo)).toHaveLength(1)
  expect(await scene.entryRow(id)).toMatchObject(PAID)
  const again = await as.answer(payments.getEntryFeeQrcode, { apply_order_id: id })
  expect(again).toMatchObject(paidMeanwhile)
})

const isAtWallet = (orderNo: string) =>
  wallet.orders().some(({ out_trade_no }) => out_trade_no === orderNo)

test('S11: a valid callback after the close is one late payment, though sent five times', async () => {
  proves('story S11')
  const { id, order_no } = await scene.waiting()
  const fact = scene.paid(order_no)
  for (const status of [7, 3]) {
    await db
      .updateTable('payment_orders')
      .set({ status })
      .where('order_no', '=', order_no)
      .execute()
  }
  await db.updateTable('apply_orders').set({ entry_fee_status: 0 }).where('id', '=', id).execute()

  const notice = wallet.notice(fact)
  for (let time = 0; time < 5; time += 1) expect(await scene.carry(notice)).toBe(204)
  await context.jobs.drain()

  expect(await scene.orders(id)).toMatchObject([{ status: 2, is_late: true }])
  expect(await scene.entryRow(id)).toMatchObject({ ...PAID, version: 2 })
  expect(await scene.ledger(order_no)).toHaveLength(1)
  expect(await scene.invoices(order_no)).toHaveLength(1)
})

test('a callback with a stale time changes nothing', async () => {
  const { order_no } = await scene.waiting()
  expect(await changesNothing(() => scene.send(scene.claimed(order_no), 'stale'))).toBe(401)
})

test('a probe of our signature check changes nothing', async () => {
  const { order_no } = await scene.waiting()
  expect(await changesNothing(() => scene.send(scene.claimed(order_no), 'probe'))).toBe(401)
})

test('a truncated callback changes nothing', async () => {
  const { order_no } = await scene.waiting()
  expect(await changesNothing(() => scene.send(scene.claimed(order_no), 'truncated'))).toBe(401)
})

test('a callback whose seal was tampered with changes nothing', async () => {
  const { order_no } = await scene.waiting()
  expect(await changesNothing(() => scene.send(scene.claimed(order_no), 'ciphertext'))).toBe(401)
})

test('a callback under a key that we do not know changes nothing', async () => {
  const { order_no } = await scene.waiting()
  expect(await changesNothing(() => scene.send(scene.claimed(order_no), 'unknown-serial'))).toBe(
    401,
  )
})

test('a payment of one order does not pay for somebody else’s', async () => {
  const mine = await scene.waiting()
  const theirs = await scene.waiting()
  const fact = scene.paid(mine.order_no)
  expect(await scene.send(fact)).toBe(204)

  const { transaction_id = '' } = scene.orderOf(mine.order_no)
  const claim = scene.claimed(theirs.order_no, { transaction_id })
  expect(await changesNothing(() => scene.send(claim))).toBe(400)
  const alerts = await scene.alerts('BOOKS_DIFFER')
  expect(alerts.some((alert) => alert.order_no === theirs.order_no)).toBe(true)
})

test('after all fourteen, the good one fifty times at once is one payment, all of it acknowledged', async () => {
  const { id, order_no } = await scene.waiting()
  const bad = [
    ...(['signature', 'no-signature', 'amount', 'currency', 'mchid', 'appid', 'stale'] as const),
    ...(['probe', 'truncated', 'ciphertext', 'unknown-serial'] as const),
  ]
  await changesNothing(async () => {
    const claim = scene.claimed(order_no)
    await Promise.all(bad.map((forge) => scene.send(claim, forge)))
    return 0
  })
  const fact = scene.paid(order_no)
  // Each with an identifier and a signature of its own, as if by as many routes.
  const statuses = await Promise.all(Array.from({ length: 50 }, () => scene.send(fact)))
  await context.jobs.drain()

  expect(statuses).toEqual(Array.from({ length: 50 }, () => 204))
  expect(await scene.ledger(order_no)).toHaveLength(1)
  expect(await scene.invoices(order_no)).toHaveLength(1)
  expect(await scene.entryRow(id)).toMatchObject({ ...PAID, version: 2 })
})
