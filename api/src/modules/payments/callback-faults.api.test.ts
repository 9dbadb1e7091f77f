import { sql } from 'kysely'
import { callbackScene } from '../../../test/callback-scene.ts'
import { secondProcess } from '../../../test/second-process.ts'
import { until } from '../../../test/waiting.ts'
import { paymentContext } from './payments.routes.ts'
import { reconcileOrders } from './orders/reconcile.ts'
import { requestRefundOf } from './refunds/refund-request.ts'
import { runRefunds } from './refunds/refunds.ts'

const scene = await callbackScene()
const { wallet, db, app, context } = scene
const PAID = { entry_fee_status: 2, entry_status: 20 }
const MINUTE = 60_000

beforeEach(() => scene.setTime(new Date()))
afterAll(() => scene.stop())

const inject = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/wxpay/notify',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })

test.each(['not json', 'null', '[]', '{"id":"EV-1"}'])(
  'a signed body that is no notification is answered with 400: %s',
  async (body) => {
    const answer = await inject(body, wallet.proofOf(body))
    expect([answer.statusCode, answer.json()]).toEqual([400, { code: 'FAIL', message: 'body' }])
  },
)

test('an invalid notification is refused in the provider’s format', async () => {
  const large = await inject('x'.repeat(70_000))
  const empty = await inject('')
  const { headersAt } = wallet.notice({ event: 'X', kind: 'transaction', plain: {} })
  const other = await inject('not json', headersAt(context.clock()))

  expect([large.statusCode, empty.statusCode, other.statusCode]).toEqual([413, 401, 401])
  for (const answer of [large, empty, other]) expect(answer.json()).toMatchObject({ code: 'FAIL' })
})

test('an unknown event is acknowledged and ignored', async () => {
  const { order_no } = await scene.waiting()
  const before = await scene.books()
  expect(await scene.send({ ...scene.claimed(order_no), event: 'TRANSACTION.NEW' })).toBe(204)
  expect(await scene.books()).toBe(before)
})

test('a wrong amount that WeChat confirms is recorded as a mismatch and does not pay the fee', async () => {
  const { id, order_no } = await scene.waiting()
  scene.orderOf(order_no).amount.total = 100

  expect(await scene.send(scene.paid(order_no))).toBe(204)

  expect(await scene.orders(id)).toMatchObject([{ status: 8 }])
  expect(await scene.entryRow(id)).toMatchObject({ entry_status: 10 })
  expect(await scene.ledger(order_no)).toMatchObject([{ amount_minor: 100 }])
})

test('a notification of a wrong amount is retried while WeChat cannot be queried', async () => {
  const { id, order_no } = await scene.waiting()
  scene.orderOf(order_no).amount.total = 100
  const notice = wallet.notice(scene.paid(order_no))

  wallet.setChaos({ notify: 'drop', failNext: 3 })
  expect(await scene.carry(notice)).toBe(503)
  expect(await scene.orders(id)).toMatchObject([{ status: 1 }])
  expect(await scene.carry(notice)).toBe(204)
  expect(await scene.orders(id)).toMatchObject([{ status: 8 }])
})

/** A payment by WeChat whose money is to go back. */
async function sentBack(amount_minor?: number) {
  const { order_no, amount } = await scene.waiting()
  if (amount_minor) scene.orderOf(order_no).amount.total = amount_minor
  await scene.send(scene.paid(order_no))
  const request = {
    amount_minor: amount_minor ?? amount,
    reason: 'Asked for',
    by_user_id: null,
    at: context.clock(),
  }
  await db.transaction().execute((trx) => requestRefundOf(trx, { order_no }, request))
  return order_no
}

/** The status of an order's refund after a round of the refund job. */
async function afterRefunds(orderNo: string) {
  await runRefunds(paymentContext(context).core)
  scene.setTime(new Date(context.clock().getTime() + 2 * MINUTE))
  const { status } = await db
    .selectFrom('refunds')
    .select('status')
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow()
  return status
}

test('a refund that WeChat accepted is asked about again while its query finds nothing', async () => {
  const order_no = await sentBack()
  wallet.setChaos({ notify: 'drop', hideRefundNext: 1 })

  expect(await afterRefunds(order_no)).toBe('requested')
  await until(async () => (await afterRefunds(order_no)) === 'succeeded')
  const failures = await scene.alerts('REFUND_FAILED')
  expect(failures.filter((alert) => alert.order_no === order_no)).toEqual([])
})

test('a wrong amount goes back with the total that WeChat took', async () => {
  const order_no = await sentBack(100)

  expect(await afterRefunds(order_no)).not.toBe('failed')
  await until(async () => (await afterRefunds(order_no)) === 'succeeded')
})

test('a slow database answers 503 in time, and the retry finds the work done', async () => {
  const { id, order_no } = await scene.waiting()
  const notice = wallet.notice(scene.paid(order_no))
  const locked = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const blocker = db.transaction().execute(async (trx) => {
    await trx.selectFrom('apply_orders').select('id').where('id', '=', id).forUpdate().execute()
    locked.resolve()
    await free.promise
  })
  await locked.promise

  expect(await scene.carry(notice)).toBe(503)
  free.resolve()
  await blocker
  await until(async () => (await scene.ledger(order_no)).length === 1)
  expect(await scene.carry(notice)).toBe(204)
  expect(await scene.entryRow(id)).toMatchObject({ ...PAID, version: 2 })
})

test('an internal error answers 500, so that WeChat retries', async () => {
  const { id, order_no } = await scene.waiting()
  const notice = wallet.notice(scene.paid(order_no))

  await sql`alter table ledger rename to ledger_away`.execute(db)
  const failed = await scene.carry(notice)
  await sql`alter table ledger_away rename to ledger`.execute(db)

  expect(failed).toBe(500)
  expect(await scene.orders(id)).toMatchObject([{ status: 1 }])
  expect(await scene.carry(notice)).toBe(204)
  expect(await scene.entryRow(id)).toMatchObject(PAID)
})

test('a WeChat payment does not pay an order of another channel', async () => {
  const { order_no } = await scene.waiting()
  const other = 'P261121TRANSFER01'
  const { apply_order_id } = await db
    .selectFrom('payment_orders')
    .select('apply_order_id')
    .where('order_no', '=', order_no)
    .executeTakeFirstOrThrow()
  await sql`
    insert into payment_orders (order_no, apply_order_id, fee_type, channel, amount_minor, currency, quote, status, created_at, expires_at)
    select ${other}, ${apply_order_id}, 2, 'bank_transfer', amount_minor, currency, quote, 1, created_at, expires_at
    from payment_orders where order_no = ${order_no}`.execute(db)
  const before = await scene.books()

  expect(await scene.send(scene.claimed(order_no, { out_trade_no: other }))).toBe(404)
  expect(await scene.books()).toBe(before)
})

test('a refund notification triggers a query; a refund made elsewhere raises an alert', async () => {
  const { order_no } = await scene.waiting()
  await scene.send(scene.paid(order_no))
  const before = await scene.books()
  const refund = { mchid: wallet.credentials.mchid, out_trade_no: order_no, out_refund_no: 'R0' }
  const tell = (number: Partial<typeof refund> = {}) =>
    scene.send({
      event: 'REFUND.SUCCESS',
      kind: 'refund',
      plain: { ...refund, refund_status: 'SUCCESS', ...number },
    })

  expect(await tell()).toBe(204)

  expect(await scene.books()).toBe(before)
  expect(await scene.alerts('EXTERNAL_REFUND')).toMatchObject([{ order_no, detail: 'R0' }])
  expect([await tell({ out_refund_no: 'R' }), await tell()]).toEqual([204, 204])
  expect(await scene.alerts('EXTERNAL_REFUND')).toMatchObject([{ order_no, detail: 'R0, R' }])
})

test('a refund succeeds by the query, not by the notification', async () => {
  const { order_no } = await scene.waiting()
  await scene.send(scene.paid(order_no))
  const out_refund_no = `R${order_no}`
  await db
    .insertInto('refunds')
    .values({ out_refund_no, order_no, amount_minor: 100, reason: 'a test', is_automatic: true })
    .execute()
  const plain = {
    mchid: wallet.credentials.mchid,
    out_trade_no: order_no,
    out_refund_no,
    refund_status: 'SUCCESS',
  }

  expect(await scene.send({ event: 'REFUND.SUCCESS', kind: 'refund', plain })).toBe(503)
  expect(await scene.ledger(order_no)).toHaveLength(1)
})

test('two processes that handle and reconcile the same payment apply it once', async () => {
  const second = await secondProcess(scene)

  const notified = await scene.waiting()
  const notice = wallet.notice(scene.paid(notified.order_no))
  const lost = await scene.waiting()
  scene.paid(lost.order_no)
  scene.setTime(new Date(context.clock().getTime() + MINUTE))

  const statuses = await Promise.all(
    Array.from({ length: 20 }, (_, time) => scene.carry(notice, time % 2 ? second.app : app)),
  )
  const contexts = [context, second.context]
  await Promise.all(contexts.map((one) => reconcileOrders(paymentContext(one).core)))
  await Promise.all(contexts.map((one) => one.jobs.drain()))

  expect(new Set(statuses)).toEqual(new Set([204]))
  for (const { id, order_no } of [notified, lost]) {
    expect(await scene.ledger(order_no)).toHaveLength(1)
    expect(await scene.invoices(order_no)).toHaveLength(1)
    expect(await scene.entryRow(id)).toMatchObject({ ...PAID, version: 2 })
  }
  await second.close()
})
