import { entries, entriesAdded, payments } from '@awards/shared/contract'
import { CONSUMER, paymentScene } from '../../../test/payment-scene.ts'
import { applyPayment } from '../payments/orders/apply-payment.ts'
import { plantStatus } from '../../../test/plant-status.ts'
import { until } from '../../../test/waiting.ts'
import { paymentContext } from '../payments/payments.routes.ts'
import { runRefunds } from '../payments/refunds/refunds.ts'
import { DAY_MS } from '../../lib/time.ts'

const scene = await paymentScene()
const { build, db, context } = scene
const { core } = paymentContext(context)
const PAID_AT = new Date('2027-02-01T09:30:00Z')

afterAll(() => scene.stop())
beforeEach(() => {
  scene.setTime(new Date())
  scene.mails.length = 0
})

/** An entry paid by wallet. */
async function paid(person: object = {}) {
  const entrant = await build.user(person)
  const entry = await build.entry(entrant, { entry_status: 10, title: 'Halle aux Grains 谷物大厅' })
  const as = scene.as(entrant)
  const { order_no, code_url } = await as.call(payments.getEntryFeeQrcode, {
    apply_order_id: entry.id,
  })
  scene.wallet.pay(code_url)
  await until(async () => (await scene.entryRow(entry.id)).entry_fee_status === 2)
  const request = { apply_order_id: entry.id, order_no, confirmed: true as const }
  return { entrant, as, id: entry.id, order_no, request, ...(await orderOf(order_no)) }
}

const orderOf = (orderNo: string) =>
  db
    .selectFrom('payment_orders')
    .select(['paid_at', 'status'])
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow()

const setBilling = (orderNo: string, billing: object) =>
  db
    .updateTable('payment_orders')
    .set({ billing: JSON.stringify(billing) })
    .where('order_no', '=', orderNo)
    .execute()

const fetchFile = (url: string) => scene.app.inject({ method: 'GET', url })

test('a withdrawal takes the entry out, requests a refund and sends one receipt', async () => {
  proves('call apply/withdrawals', 'call apply/withdrawal')
  const { as, id, order_no, request, entrant } = await paid({ language: 'fr' })
  const before = await as.call(entriesAdded.withdrawals, {})
  expect(before.contracts).toMatchObject([
    { order_no, apply_order_id: id, fee_type: 1, amount: 31_200, refusal: null, withdrawal: null },
  ])

  const contract = await as.call(entriesAdded.withdrawal, request)

  expect(contract).toMatchObject({
    refusal: 'withdrawn',
    withdrawal: { reference: `W-${order_no}`, received_at: expect.any(String) },
  })
  expect(await scene.entryRow(id)).toMatchObject({ entry_status: 90, entry_fee_status: 5 })
  const file = await fetchFile(contract.withdrawal?.receipt_url ?? '')
  expect(file.headers['content-type']).toContain('application/pdf')
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  await context.jobs.drain()
  const mails = scene.mails.filter(({ to }) => to === entrant.email)
  const receipt = mails.filter(({ subject }) => subject.includes('rétractation'))
  expect(receipt).toHaveLength(1)
  expect(receipt[0]?.text).toMatch(/le \d+ \p{L}+ \d{4} à \d{2}:\d{2}:\d{2} UTC/u)
  expect(receipt[0]?.text).toContain(order_no)
  await until(async () => {
    await runRefunds(core)
    return (await scene.entryRow(id)).entry_fee_status === 6
  })
})

test('ten concurrent requests make one withdrawal, one refund and one receipt', async () => {
  const { as, order_no, request } = await paid()
  const many = Array.from({ length: 10 }, () => as.call(entriesAdded.withdrawal, request))

  const answers = await Promise.all(many)

  const [first] = answers
  for (const { withdrawal } of answers) {
    expect(withdrawal?.reference).toBe(first?.withdrawal?.reference)
    expect(withdrawal?.received_at).toBe(first?.withdrawal?.received_at)
  }
  const refunds = await db
    .selectFrom('refunds')
    .where('order_no', '=', order_no)
    .selectAll()
    .execute()
  expect(refunds).toHaveLength(1)
  scene.setTime(new Date(Date.now() + 30 * DAY_MS))
  const later = await scene.as({ id: (await scene.entryRow(request.apply_order_id)).user_id })
  expect(await later.call(entriesAdded.withdrawal, request)).toMatchObject({
    withdrawal: { received_at: first?.withdrawal?.received_at },
  })
})

test('the right ends with the fourteenth day after the payment', async () => {
  const { request, order_no, entrant } = await paid()
  await db
    .updateTable('payment_orders')
    .set({ paid_at: PAID_AT })
    .where('order_no', '=', order_no)
    .execute()
  const as = scene.as(entrant)
  scene.setTime('2027-02-15T23:00:00Z')

  expect(await as.answer(entriesAdded.withdrawal, request)).toMatchObject({
    code: 423,
    data: { reason: 'OVER' },
  })
  expect(await as.call(entriesAdded.withdrawals, {})).toMatchObject({
    contracts: [{ refusal: 'over', withdraw_until: '2027-02-15T22:59:59.999Z' }],
  })
  scene.setTime('2027-02-15T22:59:59Z')
  expect(await as.answer(entriesAdded.withdrawal, request)).toMatchObject({ code: 200 })
})

test('a business has no right of withdrawal; the billing data decide, not the account', async () => {
  const company = await paid({ account_type: 2, company: 'Atelier Brumaire' })
  const refused = await company.as.answer(entriesAdded.withdrawal, company.request)
  expect(refused).toMatchObject({ code: 423, data: { reason: 'BUSINESS' } })
  await setBilling(company.order_no, CONSUMER)
  expect(await company.as.answer(entriesAdded.withdrawal, company.request)).toMatchObject({
    code: 200,
  })

  const person = await paid()
  await setBilling(person.order_no, { ...CONSUMER, kind: 'business' })
  expect(await person.as.answer(entriesAdded.withdrawal, person.request)).toMatchObject({
    code: 423,
  })
})

test('returns the same 404 for a foreign, a mismatched and a missing order', async () => {
  const mine = await paid()
  const theirs = await paid()
  const answers = [
    await mine.as.answer(entriesAdded.withdrawal, theirs.request),
    await mine.as.answer(entriesAdded.withdrawal, { ...mine.request, apply_order_id: theirs.id }),
    await mine.as.answer(entriesAdded.withdrawal, { ...mine.request, order_no: theirs.order_no }),
    await mine.as.answer(entriesAdded.withdrawal, { ...mine.request, order_no: 'GA2600000000' }),
  ]
  const { trace_id: _first, ...expected } = answers[0] ?? { trace_id: '' }
  expect(expected).toMatchObject({ code: 404 })
  for (const { trace_id: _trace, ...answer } of answers) expect(answer).toEqual(expected)
  expect((await mine.as.call(entriesAdded.withdrawals, {})).contracts).toHaveLength(1)
  expect(await scene.entryRow(theirs.id)).toMatchObject({ entry_status: 20 })
})

test('requires a confirmation', async () => {
  const { as, id, request } = await paid()
  const answer = await as.answer(entriesAdded.withdrawal, { ...request, confirmed: false })
  expect(answer).toMatchObject({ code: 422, msg: { confirmed: [expect.any(String)] } })
  expect(await scene.entryRow(id)).toMatchObject({ entry_status: 20, entry_fee_status: 2 })
})

test('a fee that is being refunded is not refunded twice', async () => {
  const { as, id, request } = await paid()
  await as.call(entries.deleteEntry, { apply_order_id: id })
  expect(await as.answer(entriesAdded.withdrawal, request)).toMatchObject({
    code: 409,
    data: { reason: 'REFUNDED' },
  })
})

test.each([40, 50] as const)(
  'in status %i an entry can be left, and nothing tells the two apart',
  async (status) => {
    const { as, id, request } = await paid()
    await plantStatus(db, id, status)
    const { contracts } = await as.call(entriesAdded.withdrawals, {})
    expect(contracts).toMatchObject([{ refusal: null }])
    expect(await as.answer(entriesAdded.withdrawal, request)).toMatchObject({ code: 200 })
    expect(await scene.entryRow(id)).toMatchObject({ entry_status: 90 })
  },
)

test('keeps a published result; a waiver ends the right once the jury has finished', async () => {
  const free = await paid()
  const waived = await paid()
  await db
    .insertInto('consents')
    .values({
      user_id: waived.entrant.id,
      kind: 'consumer_waiver',
      given: true,
      subject: waived.order_no,
    })
    .execute()
  for (const { id } of [free, waived]) await plantStatus(db, id, 61)

  expect(await waived.as.answer(entriesAdded.withdrawal, waived.request)).toMatchObject({
    code: 423,
    data: { reason: 'PERFORMED' },
  })
  await free.as.call(entriesAdded.withdrawal, free.request)
  expect(await scene.entryRow(free.id)).toMatchObject({ entry_status: 61, entry_fee_status: 5 })
})

test('stores the waiver with the order it was given for', async () => {
  const { as, id, entrant } = await scene.unpaid()
  const { quote_id } = await as.call(payments.getEntryFee, { apply_order_id: id })
  const { order_no } = await as.call(payments.entryFeePayment, {
    apply_order_id: id,
    channel: 'bank_transfer',
    quote_id,
    billing: CONSUMER,
    consumer_waiver: true,
  })
  const given = await db
    .selectFrom('consents')
    .select(['kind', 'given', 'subject'])
    .where('user_id', '=', entrant.id)
    .execute()
  expect(given).toEqual([{ kind: 'consumer_waiver', given: true, subject: order_no }])
})

test('withdrawing from a winner package keeps the award', async () => {
  const { entrant, id, as } = await paid()
  await db
    .updateTable('apply_orders')
    .set({ award_id: (await build.programme()).award.id, winner_fee_status: 2 })
    .where('id', '=', id)
    .execute()
  await plantStatus(db, id, 60)
  const order_no = `PK${entrant.id}`.slice(0, 32)
  const terms = {
    order_no,
    apply_order_id: id,
    fee_type: 2,
    channel: 'bank_transfer',
    quote: '{}',
    billing: JSON.stringify(CONSUMER),
    amount_minor: 94800,
    currency: 'EUR',
    expires_at: build.at(5),
  }
  await db
    .insertInto('payment_orders')
    .values({ ...terms, status: 1 })
    .execute()
  await applyPayment(
    core,
    order_no,
    { txn: `T${order_no}`, amount_minor: 94_800, currency: 'EUR', paid_at: context.clock() },
    { source: 'test' },
  )

  await as.call(entriesAdded.withdrawal, { apply_order_id: id, order_no, confirmed: true })

  const row = await scene.entryRow(id)
  expect(row).toMatchObject({ entry_status: 60, winner_fee_status: 7, entry_fee_status: 2 })
})
