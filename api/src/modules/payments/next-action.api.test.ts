import { entries, entriesAdded, payments } from '@awards/shared/contract'
import { cardScene } from '../../../test/card-scene.ts'
import { CONSUMER } from '../../../test/payment-scene.ts'
import { until } from '../../../test/waiting.ts'
import { openSession } from '../accounts/session-token.ts'
import { paymentContext } from './payments.routes.ts'
import { reconcileOrders } from './orders/reconcile.ts'

const scene = await cardScene()
const { card, db, build, context } = scene
const { core } = paymentContext(context)

beforeEach(() => {
  scene.setTime(new Date())
  card.setChaos({})
  scene.mails.length = 0
})
afterAll(() => scene.stop())

type Unpaid = Awaited<ReturnType<typeof scene.unpaid>>
/** What is next for an entry, as its own page and its row say it. */
async function nextOf(as: Unpaid['as'], id: string) {
  const info = await as.call(entries.info, { apply_order_id: id })
  const lists = await Promise.all([
    as.call(entries.entryList, {}),
    as.call(entries.awardList, {}),
    as.call(entries.historyAwardList, {}),
  ])
  const row = lists.flatMap(({ list }) => list).find((one) => one.apply_order_id === id)
  if (info.projection !== 'owner') throw new Error('The entry is its owner’s')
  expect(row?.next).toEqual(info.next)
  return info.next
}
async function transfer({ id, as }: Unpaid) {
  const { quote_id } = await as.call(payments.getEntryFee, { apply_order_id: id })
  const request = {
    apply_order_id: id,
    channel: 'bank_transfer' as const,
    quote_id,
    billing: CONSUMER,
  }
  return as.call(payments.entryFeePayment, request)
}

test('E5: an unpaid entry that is handed in asks for its fee, once', async () => {
  const { id, as } = await scene.unpaid()
  expect(await nextOf(as, id)).toMatchObject({ action: 'pay', order: null })
})

test('E2: an announced transfer is next with its amount, its last day and its order', async () => {
  const one = await scene.unpaid()
  const { order_no, amount, expires_at } = await transfer(one)
  expect(await nextOf(one.as, one.id)).toEqual({
    action: 'transfer',
    until: expires_at,
    order: { order_no, amount, currency: 'EUR', channel: 'bank_transfer', works: 1 },
  })
  // The order has the account and the reference as long as it can be paid.
  const order = await one.as.call(payments.checkOrderStatus, { order_no })
  expect(order.action).toMatchObject({ type: 'bank', reference: order_no })
})

test('E2: the mail about a transfer leads to the account and the reference', async () => {
  const one = await scene.unpaid()
  const { order_no } = await transfer(one)
  await context.jobs.drain()
  const mail = scene.mails.find(({ to }) => to === one.entrant.email)
  expect(mail?.text).toContain(`/pay-result?order_no=${order_no}`)
})

async function awarded(change = {}) {
  const owner = await build.user()
  const published = await build.edition({ status: 4, results_published_at: build.at(-1) })
  const entry = await build.entry(owner, {
    entry_status: 60,
    edition_id: published.id,
    winner_fee_status: 1,
    offer_expires_at: build.at(60),
    ...change,
  })
  return { as: scene.as(owner), id: entry.id, version: entry.version }
}

test('E5: an accepted award asks for its package, not to be accepted again', async () => {
  const { as, id, version } = await awarded()
  expect(await nextOf(as, id)).toMatchObject({ action: 'accept_award' })
  const input = { apply_order_id: id, version, answer: 'accept' as const, licence: true }
  await as.call(entriesAdded.awardAnswer, input)

  expect(await nextOf(as, id)).toMatchObject({ action: 'choose_package' })
  const { actions } = (await as.call(entries.info, { apply_order_id: id })) as { actions: string[] }
  expect(actions).not.toContain('accept_award')
  await db
    .updateTable('apply_orders')
    .set({ package_code: 'signature' })
    .where('id', '=', id)
    .execute()
  expect(await nextOf(as, id)).toMatchObject({ action: 'pay_package' })
})

test.each([
  ['the package is paid', { winner_fee_status: 3 }],
  ['the award was declined', { winner_fee_status: 5 }],
  ['the offer has ended', { offer_expires_at: build.at(-1) }],
])('E5: nothing is next once %s', async (_what, change) => {
  const { as, id } = await awarded(change)
  expect(await nextOf(as, id)).toBeNull()
})

/** An answer with its HTTP status. */
async function raw({ entrant }: Unpaid, payload: object) {
  const { token } = await openSession(db, entrant.id, context.clock())
  const { method, path: url } = payments.entryFeePayment
  return scene.app.inject({ method, url, headers: { token }, payload })
}

/** A debit that the payer has ordered and the bank has not carried out. */
async function debit() {
  const one = await scene.atThePage()
  card.pay(one.session, 'slow')
  await until(async () => (await scene.orders(one.id))[0]?.processing_since instanceof Date)
  return one
}
const asked = ({ as, order_no }: Awaited<ReturnType<typeof debit>>) =>
  as.call(payments.checkOrderStatus, { order_no })

test('E3: a processing debit shows when its result is due and requires no action', async () => {
  const one = await debit()
  const order = await asked(one)
  expect(order).toMatchObject({ status: 1, action: null, awaited_until: expect.any(String) })
  expect(await nextOf(one.as, one.id)).toMatchObject({
    action: 'await_payment',
    until: order.awaited_until,
    order: { order_no: one.order_no },
  })
})

test.each([
  ['another way of payment', 'bank_transfer'],
  ['the same way, from a second window', 'card'],
])('E3: %s is refused with the reason, as an envelope in HTTP 200', async (_what, channel) => {
  const one = await debit()
  const { quote_id } = await one.as.call(payments.getEntryFee, { apply_order_id: one.id })
  const paying = { apply_order_id: one.id, channel, quote_id, billing: CONSUMER }
  const response = await raw(one, paying)
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({ code: 409, data: { reason: 'PAYMENT_PROCESSING' } })
  // The first order goes on as it was.
  expect(await asked(one)).toMatchObject({ status: 1, awaited_until: expect.any(String) })
})

test('E3: the end of its page does not close a debit; when it bounces, the fee is open again', async () => {
  const one = await debit()
  scene.setTime(new Date(Date.now() + 70 * 60_000))
  await reconcileOrders(core)
  expect(await asked(one)).toMatchObject({ status: 1 })
  card.settle(one.session, false)
  await until(async () => (await scene.entryRow(one.id)).entry_fee_status === 0)
  expect(await asked(one)).toMatchObject({
    status: 3,
    awaited_until: null,
    is_bounced: true,
    timeline: expect.arrayContaining([expect.objectContaining({ moment: 'failed' })]),
  })
  await context.jobs.drain()
  const mail = scene.mails.find(({ subject }) => subject.includes('refused the payment'))
  expect(mail).toMatchObject({ to: one.entrant.email })
  expect(await nextOf(one.as, one.id)).toMatchObject({ action: 'pay', order: null })
})

test('E3: a card service that does not answer is a reason in HTTP 200', async () => {
  const one = await scene.unpaid()
  const { quote_id } = await one.as.call(payments.getEntryFee, { apply_order_id: one.id })
  card.setChaos({ loseAnswerNext: 2 })
  const request = { apply_order_id: one.id, channel: 'card', quote_id, billing: CONSUMER }
  const response = await raw(one, request)
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({ code: 503, data: { reason: 'PROVIDER_UNAVAILABLE' } })
})
