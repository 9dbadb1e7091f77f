import { sql } from 'kysely'
import { payments } from '@awards/shared/contract'
import { cardScene } from '../../../../../test/card-scene.ts'
import { until } from '../../../../../test/waiting.ts'
import { alertsRepository } from '../../alerts.repository.ts'
import { paymentContext } from '../../payments.routes.ts'
import { requestRefundOf } from '../../refunds/refund-request.ts'
import { refundsRepository } from '../../refunds/refunds.repository.ts'
import { runRefunds } from '../../refunds/refunds.ts'

const scene = await cardScene()
const { card, db, context, proved, forged, seconds } = scene

beforeEach(() => {
  scene.setTime(new Date())
  card.setChaos({})
})
afterAll(() => scene.stop())

const paidEntry = { entry_fee_status: 2, entry_status: 20 }
const rowsOf = (orderNo: string) =>
  db.selectFrom('ledger').selectAll().where('order_no', '=', orderNo).execute()
const statuses = async (id: string) => (await scene.orders(id)).map(({ status }) => status).sort()
const alertsOf = async (orderNo: string) => {
  const { rows } = await sql<{ code: string }>`
    select code from payment_alerts where order_no = ${orderNo} order by code`.execute(db)
  return rows.map(({ code }) => code)
}

/** An entrant at the page, and the event that would tell of the payment; nothing is sent by itself. */
async function paidUnheard() {
  card.setChaos({ notify: 'drop' })
  const one = await scene.atThePage()
  card.pay(one.session)
  return { ...one, event: eventOf(one.session, one.order_no) }
}

const eventOf = (session: string, orderNo: string, change: object = {}) => {
  const object = {
    id: session,
    object: 'checkout.session',
    client_reference_id: orderNo,
    ...change,
  }
  const id = `evt_${session}`
  const type = 'checkout.session.completed'
  return JSON.stringify({ id, object: 'event', created: seconds(), type, data: { object } })
}

const SLOW = 30_000

test(
  'the same event fifty times at once is one payment, and each is acknowledged',
  async () => {
    const { id, order_no, event } = await paidUnheard()

    const answers = await Promise.all(
      Array.from({ length: 50 }, () => scene.post(event, proved(event))),
    )
    await context.jobs.drain()

    expect(answers).toEqual(Array.from({ length: 50 }, () => 200))
    expect(await rowsOf(order_no)).toHaveLength(1)
    expect(await scene.entryRow(id)).toMatchObject(paidEntry)
    const invoices = await db
      .selectFrom('invoices')
      .select('number')
      .where('order_no', '=', order_no)
      .execute()
    expect(invoices).toHaveLength(1)
    expect(await alertsOf(order_no)).toEqual([])
  },
  SLOW,
)

test.each([
  ['forged', forged],
  [
    'changed after it was signed',
    (event: string) => proved(event.replace('completed', 'complete')),
  ],
  ['an hour old', (event: string) => proved(event, seconds() - 3_600)],
  ['an hour ahead', (event: string) => proved(event, seconds() + 3_600)],
  ['signed with nothing', () => undefined],
])('an event that is %s is refused and changes nothing', async (_, proof) => {
  const { id, order_no, event } = await paidUnheard()

  expect(await scene.post(event, proof(event))).toBe(400)

  expect(await rowsOf(order_no)).toEqual([])
  expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 1, entry_status: 10 })
})

test.each(['not json', 'null', '[]', '5', '{}', '{"id":"evt_1","type":"x","created":1}'])(
  'a signed body that is no event is answered with 400: %s',
  async (body) => {
    expect(await scene.post(body, proved(body))).toBe(400)
  },
)

test('an event is only a trigger: its object is fetched again from Stripe', async () => {
  const one = await scene.atThePage()
  const lie = eventOf(one.session, one.order_no, { payment_status: 'paid', amount_total: 1 })

  expect(await scene.post(lie, proved(lie))).toBe(200)

  expect(await rowsOf(one.order_no)).toEqual([])
  expect(await scene.entryRow(one.id)).toMatchObject({ entry_fee_status: 1 })
})

test('a payment of another order does not pay this one', async () => {
  const payer = await paidUnheard()
  const other = await scene.atThePage()
  const event = eventOf(payer.session, other.order_no)

  expect(await scene.post(event, proved(event))).toBe(200)

  expect([await rowsOf(payer.order_no), await rowsOf(other.order_no)]).toEqual([[], []])
  expect(await scene.entryRow(other.id)).toMatchObject({ entry_fee_status: 1 })
})

test('a wrong amount is recorded as a mismatch for a person', async () => {
  const one = await scene.atThePage()
  const [session] = card.sessions().filter(({ id }) => id === one.session)
  if (session) session.amount_total = 100
  card.pay(one.session)
  await until(async () => (await rowsOf(one.order_no)).length === 1)

  expect((await scene.orders(one.id)).map(({ status }) => status)).toEqual([8])
  expect(await scene.entryRow(one.id)).not.toMatchObject({ entry_fee_status: 2 })
  expect(await alertsOf(one.order_no)).toEqual(['AMOUNT_MISMATCH'])
})

test('money for an unknown order is acknowledged and raises an alert', async () => {
  const { order_no, session } = await paidUnheard()
  const [foreign] = card.sessions().filter(({ id }) => id === session)
  if (foreign) foreign.client_reference_id = 'P991231AAAAAAAAAA'
  const event = eventOf(session, 'P991231AAAAAAAAAA')

  expect(await scene.post(event, proved(event))).toBe(200)

  expect(await alertsOf('P991231AAAAAAAAAA')).toEqual(['UNKNOWN_ORDER'])
  expect(await rowsOf(order_no)).toEqual([])
})

test('an event is refused while Stripe is unreachable, and its retry pays the order', async () => {
  const { id, event } = await paidUnheard()
  card.setChaos({ notify: 'drop', failNext: 2 })
  expect(await scene.post(event, proved(event))).toBe(503)
  expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 1 })

  expect(await scene.post(event, proved(event))).toBe(200)

  expect(await scene.entryRow(id)).toMatchObject(paidEntry)
})

test('a dispute raises an alert and changes nothing else', async () => {
  const one = await scene.atThePage()
  card.pay(one.session, 'disputed')
  await until(async () => (await alertsOf(one.order_no)).length === 1)
  await until(async () => (await rowsOf(one.order_no)).length === 1)

  expect(await alertsOf(one.order_no)).toEqual(['DISPUTE'])
  expect(await scene.entryRow(one.id)).toMatchObject(paidEntry)
})

test('of a late card payment and a WeChat payment one counts and one is refunded', async () => {
  const one = await scene.atThePage()
  const code = await one.as.call(payments.getEntryFeeQrcode, { apply_order_id: one.id })
  card.setChaos({ payClosed: true })

  card.pay(one.session)
  scene.wallet.pay(code.code_url)
  await until(async () => {
    await context.jobs.drain()
    await runRefunds(paymentContext(context).core)
    return (await statuses(one.id)).join() === '2,6'
  })

  expect(
    (await db.selectFrom('invoices').selectAll().where('apply_order_id', '=', one.id).execute())
      .length,
  ).toBe(1)
  const duplicate = (await scene.orders(one.id)).find(({ is_duplicate }) => is_duplicate)
  expect(await alertsOf(duplicate?.order_no ?? '')).toEqual(['DUPLICATE'])
  expect(await scene.entryRow(one.id)).toMatchObject(paidEntry)
})

test("a refund made in Stripe's dashboard raises an alert and leaves the ledger unchanged", async () => {
  const one = await scene.atThePage()
  card.pay(one.session)
  await until(async () => (await rowsOf(one.order_no)).length === 1)

  card.refundOutside(one.session)
  await until(async () => (await alertsOf(one.order_no)).length === 1)

  expect(await alertsOf(one.order_no)).toEqual(['EXTERNAL_REFUND'])
  expect(await rowsOf(one.order_no)).toHaveLength(1)
  const refunds = await refundsRepository(db).unsettledOf(one.order_no)
  expect(refunds).toEqual([])
})

test("each refund of Stripe's dashboard is told once, and our own reopen no resolved alert", async () => {
  const one = await scene.atThePage()
  card.pay(one.session)
  await until(async () => (await rowsOf(one.order_no)).length === 1)
  const alert = () =>
    db
      .selectFrom('payment_alerts')
      .select(['id', 'detail', 'resolved_at'])
      .where('order_no', '=', one.order_no)
      .where('code', '=', 'EXTERNAL_REFUND')
      .executeTakeFirst()
  const numbers = async () => (await alert())?.detail.split(', ').map((told) => told.slice(-31))
  const events = async () =>
    await db
      .selectFrom('payment_events')
      .select('outcome')
      .where('order_no', '=', one.order_no)
      .where('outcome', 'in', ['refund', 'external_refund'])
      .execute()

  const first = card.refundOutside(one.session, 1_000)
  await until(async () => (await events()).length === 1)
  const second = card.refundOutside(one.session, 1_000)
  await until(async () => (await events()).length === 2)
  expect(await numbers()).toEqual([first?.id, second?.id])

  const by = { user_id: one.entrant.id, note: 'Booked by hand', at: context.clock() }
  await alertsRepository(db).resolve((await alert())?.id ?? '', by)
  scene.setTime(new Date(context.clock().getTime() + 60_000))
  const request = { amount_minor: 500, reason: 'Asked for', by_user_id: null, at: context.clock() }
  await db.transaction().execute((trx) => requestRefundOf(trx, one, request))
  await runRefunds(paymentContext(context).core)
  await until(async () => (await events()).length === 3)
  expect(await alert()).toMatchObject({ resolved_at: by.at })

  const third = card.refundOutside(one.session, 1_000)
  await until(async () => (await events()).length === 4)
  expect(await numbers()).toEqual([first?.id, second?.id, third?.id])
  expect(await alert()).toMatchObject({ resolved_at: null })
})
