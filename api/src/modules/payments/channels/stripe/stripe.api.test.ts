import { sql } from 'kysely'
import { payments } from '@awards/shared/contract'
import { CONSUMER } from '../../../../../test/payment-scene.ts'
import { cardScene } from '../../../../../test/card-scene.ts'
import { until } from '../../../../../test/waiting.ts'
import { paymentContext } from '../../payments.routes.ts'
import { reconcileOrders } from '../../orders/reconcile.ts'

const scene = await cardScene()
const { card, db, context } = scene
const { core } = paymentContext(context)
const paidEntry = { entry_fee_status: 2, entry_status: 20 }

beforeEach(() => {
  scene.setTime(new Date())
  card.setChaos({})
  scene.answered.length = 0
  scene.mails.length = 0
})
afterAll(() => scene.stop())

const later = (minutes: number) =>
  scene.setTime(new Date(context.clock().getTime() + minutes * 60_000))
const ask = ({ as, order_no }: Awaited<ReturnType<typeof scene.atThePage>>) =>
  as.call(payments.checkOrderStatus, { order_no })
/** Events arrive on their own time. */
const feeIs = (id: string, status: number) =>
  until(async () => (await scene.entryRow(id)).entry_fee_status === status)
/** Waits until an event of an order was taken in with this outcome. */
const eventOf = (orderNo: string, outcome: string) =>
  until(async () => {
    const events = db.selectFrom('payment_events').select('event_id')
    const mine = events.where('order_no', '=', orderNo).where('outcome', '=', outcome)
    return (await mine.execute()).length > 0
  })
const rowsOf = async (table: 'ledger' | 'invoices', orderNo: string) => {
  const rows = await db.selectFrom(table).selectAll().where('order_no', '=', orderNo).execute()
  return rows.length
}
const alertsOf = async (orderNo: string) => {
  const { rows } = await sql<{ code: string }>`
    select code from payment_alerts where order_no = ${orderNo}`.execute(db)
  return rows.map(({ code }) => code)
}

test('the card is offered in the currency of the price', async () => {
  const { id, as } = await scene.unpaid()
  const channels = await as.call(payments.getEntryFeePaymentChannel, { apply_order_id: id })
  expect(channels.find(({ channel }) => channel === 'card')).toEqual({
    channel: 'card',
    name: 'Bank card',
    currency: 'EUR',
    enabled: true,
    reason: null,
    payer_rate: null,
  })
})

test('webhook before return: the payer finds the order paid, with one invoice and one mail', async () => {
  proves('call apply/entryFeePayment')
  const one = await scene.atThePage()
  const [session] = card.sessions()
  expect(session).toMatchObject({
    id: one.session,
    amount_total: 31_200,
    currency: 'eur',
    client_reference_id: one.order_no,
    customer_email: one.entrant.email,
    locale: 'en',
    success_url: `http://localhost:8080/pay-result?order_no=${one.order_no}&session_id={CHECKOUT_SESSION_ID}`,
    items: [{ name: 'Entry fee', amount: 31_200, quantity: 1 }],
  })

  expect(card.pay(one.session)).toMatchObject({ ok: true })
  await until(() => scene.answered.length === 3)
  await context.jobs.drain()

  expect(scene.answered).toEqual([200, 200, 200])
  expect(await scene.entryRow(one.id)).toMatchObject(paidEntry)
  expect(await ask(one)).toMatchObject({ status: 2, channel: 'card', amount: 31_200 })
  expect([await rowsOf('ledger', one.order_no), await rowsOf('invoices', one.order_no)]).toEqual([
    1, 1,
  ])
  expect(scene.mails).toHaveLength(1)
})

test('return before webhook: the page queries Stripe and does not trust the redirect', async () => {
  card.setChaos({ notifyDelayMs: 400 })
  const one = await scene.atThePage()
  expect(await ask(one)).toMatchObject({ status: 1, action: { type: 'redirect', url: one.url } })
  card.pay(one.session)

  later(0.1)
  expect(await ask(one)).toMatchObject({ status: 2, action: null })
  await until(() => scene.answered.length >= 3)
  await context.jobs.drain()

  expect([await rowsOf('ledger', one.order_no), await rowsOf('invoices', one.order_no)]).toEqual([
    1, 1,
  ])
  expect(await alertsOf(one.order_no)).toEqual([])
})

test('the reconcile job finds a payment without webhook after the page was closed', async () => {
  card.setChaos({ notify: 'drop' })
  const one = await scene.atThePage()
  card.pay(one.session)

  later(1)
  await reconcileOrders(core)

  expect(await scene.entryRow(one.id)).toMatchObject(paidEntry)
})

test('declined, then paid with another card on the same page', async () => {
  const one = await scene.atThePage()
  expect(card.pay(one.session, 'declined')).toEqual({ ok: false, reason: 'generic_decline' })
  expect(await ask(one)).toMatchObject({ status: 1 })

  expect(card.pay(one.session)).toMatchObject({ ok: true })
  await feeIs(one.id, 2)

  expect(await scene.entryRow(one.id)).toMatchObject(paidEntry)
})

test('a cancelled checkout resumes the same session while it is open', async () => {
  const one = await scene.atThePage()
  later(20)
  const resumed = await one.again()

  expect(resumed).toMatchObject({ order_no: one.order_no, url: one.url })
  expect(await scene.orders(one.id)).toHaveLength(1)
})

test('an expired session closes its order at once, and the next checkout opens a new order', async () => {
  const one = await scene.atThePage()
  later(60.5)
  expect(card.pay(one.session)).toMatchObject({ ok: false, reason: 'expired' })
  await feeIs(one.id, 0)

  const next = await one.again()
  expect(next.order_no).not.toBe(one.order_no)
  expect((await scene.orders(one.id)).map(({ status }) => status)).toEqual([3, 1])
})

test('switching to WeChat expires the Stripe session', async () => {
  const one = await scene.atThePage()
  await one.as.call(payments.getEntryFeeQrcode, { apply_order_id: one.id })

  expect(card.pay(one.session)).toMatchObject({ ok: false, reason: 'expired' })
  expect((await scene.orders(one.id)).map(({ channel, status }) => [channel, status])).toEqual([
    ['card', 3],
    ['wechat_native', 1],
  ])
})

test('a session paid while the payer switches to WeChat counts, and no QR code is issued', async () => {
  card.setChaos({ notify: 'drop' })
  const one = await scene.atThePage()
  card.pay(one.session)

  const answer = await one.as.answer(payments.getEntryFeeQrcode, { apply_order_id: one.id })

  expect(answer).toMatchObject({ code: 409, data: { reason: 'ALREADY_PAID' } })
  expect(await scene.entryRow(one.id)).toMatchObject(paidEntry)
})

test('a processing debit does not pay the fee until it settles', async () => {
  const one = await scene.atThePage()
  card.pay(one.session, 'slow')
  await eventOf(one.order_no, 'processing')
  later(70)
  await reconcileOrders(core)
  expect(await scene.entryRow(one.id)).toMatchObject({ entry_fee_status: 1 })
  expect(await one.as.answer(payments.getEntryFeeQrcode, { apply_order_id: one.id })).toMatchObject(
    {
      code: 409,
      data: { reason: 'PAYMENT_PROCESSING' },
    },
  )

  later(3 * 24 * 60)
  card.settle(one.session, true)
  await feeIs(one.id, 2)

  expect(await scene.entryRow(one.id)).toMatchObject(paidEntry)
  expect(await ask(one)).toMatchObject({ status: 2, is_late: true })
})

test('a refused debit releases the fee', async () => {
  const one = await scene.atThePage()
  card.pay(one.session, 'slow')
  await eventOf(one.order_no, 'processing')
  card.settle(one.session, false)
  await feeIs(one.id, 0)

  expect(await ask(one)).toMatchObject({ status: 3 })
})

test('after a lost create answer a retry reuses the order and its session', async () => {
  const one = await scene.unpaid()
  const { quote_id } = await one.as.call(payments.getEntryFee, { apply_order_id: one.id })
  const request = { apply_order_id: one.id, channel: 'card' as const, quote_id, billing: CONSUMER }
  const before = card.sessions().length
  // The library asks a second time by itself; both answers are lost.
  card.setChaos({ loseAnswerNext: 2 })
  const lost = await one.as.answer(payments.entryFeePayment, request)
  expect(lost).toMatchObject({ code: 503, data: { reason: 'PROVIDER_UNAVAILABLE' } })

  const started = await one.as.call(payments.entryFeePayment, request)

  expect(card.sessions()).toHaveLength(before + 1)
  const session = card.sessions().at(-1)
  expect(started.action).toMatchObject({
    type: 'redirect',
    url: expect.stringMatching(session?.id ?? '-'),
  })
  expect(await scene.orders(one.id)).toHaveLength(1)
})

test('a payment on a session whose id was lost is found by the order number', async () => {
  card.setChaos({ loseAnswerNext: 2, notify: 'drop' })
  const one = await scene.unpaid()
  const { quote_id } = await one.as.call(payments.getEntryFee, { apply_order_id: one.id })
  const request = { apply_order_id: one.id, channel: 'card' as const, quote_id, billing: CONSUMER }
  await one.as.answer(payments.entryFeePayment, request)
  card.pay(card.sessions().at(-1)?.id ?? '')

  later(1)
  await reconcileOrders(core)

  expect(await scene.entryRow(one.id)).toMatchObject(paidEntry)
})
