import { documents, judge, payments } from '@awards/shared/contract'
import { CONSUMER, paymentScene } from '../../../../test/payment-scene.ts'
import { until } from '../../../../test/waiting.ts'
import { reconcileOrders } from '../orders/reconcile.ts'
import { paymentContext } from '../payments.routes.ts'
import { runRefunds } from '../refunds/refunds.ts'
import { DAY_MS } from '../../../lib/time.ts'

const scene = await paymentScene()
const { build, db, wallet } = scene
const chair = await build.juror(1)
let reference = 0
afterAll(() => scene.stop())
beforeEach(() => {
  scene.setTime(new Date())
  scene.relayed.length = 0
})

const evidence = (amount_minor = 31_200) => {
  reference += 1
  return { amount_minor, value_date: '2026-11-18', reference: `VIR ${reference}` }
}

async function change(id: string, status: number, more: object = {}) {
  const { version } = await scene.entryRow(id)
  // The tests move the clock: another session each time, so that none has ended.
  return scene.as(chair).answer(judge.changeEntryFeeStatus, {
    apply_order_id: id,
    status,
    version,
    ...more,
  })
}

async function transfer() {
  const one = await scene.unpaid()
  const { quote_id } = await one.as.call(payments.getEntryFee, { apply_order_id: one.id })
  const started = await one.as.call(payments.entryFeePayment, {
    apply_order_id: one.id,
    channel: 'bank_transfer',
    quote_id,
    billing: CONSUMER,
  })
  return { ...one, started }
}

async function paidByWallet() {
  const one = await scene.unpaid()
  const { code_url } = await one.as.call(payments.getEntryFeeQrcode, { apply_order_id: one.id })
  const before = scene.relayed.length
  wallet.pay(code_url)
  await until(() => scene.relayed.length > before)
  return one
}

test('a transfer: reference for the entrant, proof from the juror, then a legal invoice', async () => {
  proves('call judge/changeEntryFeeStatus', 'call pdf/createEntryFeeInvoice')
  const { id, as, started } = await transfer()
  expect(started.action).toMatchObject({
    type: 'bank',
    reference: started.order_no,
    iban: 'FR0000',
  })
  expect(await as.call(documents.createEntryFeeInvoice, { apply_order_id: id })).toMatchObject({
    status: 'proforma',
  })

  await scene.context.jobs.drain()
  expect(scene.mails.at(-1)?.text).toContain(started.order_no)

  const without = await change(id, 2)
  const wrong = await change(id, 2, { evidence: evidence(30_000) })
  const later = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10)
  const ahead = await change(id, 2, { evidence: { ...evidence(), value_date: later } })
  expect(ahead).toMatchObject({
    code: 422,
    msg: { 'evidence.value_date': ['This day is still to come'] },
  })
  const proof = evidence()
  const right = await change(id, 2, { evidence: proof })
  const again = await change(id, 2, { evidence: proof })

  expect(without).toMatchObject({ code: 422, msg: { 'evidence.reference': [expect.any(String)] } })
  expect(wrong).toMatchObject({ code: 422, msg: { 'evidence.amount_minor': [expect.any(String)] } })
  expect(right).toMatchObject({ code: 200, data: { status: 2, changed: true } })
  expect(again).toMatchObject({ code: 200, data: { status: 2, changed: false } })
  expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 2, entry_status: 20 })
  expect(await as.call(documents.createEntryFeeInvoice, { apply_order_id: id })).toMatchObject({
    status: 'invoice',
    number: expect.stringMatching(/^[A-Z]+-\d{4}-\d{6}$/),
  })
})

test('one bank reference settles one fee', async () => {
  const first = await transfer()
  const second = await transfer()
  const proof = evidence()
  await change(first.id, 2, { evidence: proof })

  expect(await change(second.id, 2, { evidence: proof })).toMatchObject({ code: 422 })
  expect(await scene.entryRow(second.id)).toMatchObject({ entry_fee_status: 4 })
})

describe('a transfer that is confirmed after its order has closed', () => {
  async function closed(days: number) {
    scene.setTime(new Date())
    const one = await transfer()
    scene.setTime(build.at(days))
    await reconcileOrders(paymentContext(scene.context).core)
    expect(await scene.orders(one.id)).toMatchObject([{ status: 3 }])
    expect(await scene.entryRow(one.id)).toMatchObject({ entry_fee_status: 0 })
    return one
  }

  test.each([
    ['costs more by now', 11],
    ['can no longer be paid', 26],
  ])('pays at the price of its order, though the fee %s', async (_, days) => {
    const { id, entrant, started } = await closed(days)
    const proof = evidence()

    expect(await change(id, 2, { evidence: proof })).toMatchObject({ code: 200 })
    expect(await scene.orders(id)).toMatchObject([
      { order_no: started.order_no, status: 2, is_late: true, provider_txn: proof.reference },
    ])
    expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 2, entry_status: 20 })
    await scene.context.jobs.drain()
    const paper = { apply_order_id: id }
    expect(await scene.as(entrant).call(documents.createEntryFeeInvoice, paper)).toMatchObject({
      status: 'invoice',
    })

    const second = await closed(days)
    expect(await change(second.id, 2, { evidence: proof })).toMatchObject({
      code: 422,
      msg: { 'evidence.reference': [expect.stringContaining('another fee')] },
    })
    expect(await scene.orders(second.id)).toMatchObject([{ status: 3 }])
  })

  test('pays today’s price where the amount is that of no order', async () => {
    const { id } = await closed(11)

    expect(await change(id, 2, { evidence: evidence(31_100) })).toMatchObject({ code: 422 })
    expect(await change(id, 2, { evidence: evidence(36_000) })).toMatchObject({ code: 200 })
    expect((await scene.orders(id)).map(({ status }) => status)).toEqual([3, 2])
  })

  test('is refused with the way out where no fee period is open and no order has its amount', async () => {
    const { id } = await closed(26)

    expect(await change(id, 2, { evidence: evidence(36_000) })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('prolong a fee period'),
      data: { reason: 'FEE_WINDOW' },
    })
    expect((await scene.orders(id)).map(({ status }) => status)).toEqual([3])

    const late = () => db.updateTable('fee_periods').where('code', '=', 'late')
    await late()
      .set({ ends_at: build.at(30) })
      .execute()
    const prolonged = await change(id, 2, { evidence: evidence(36_000) })
    await late().set({ ends_at: scene.late.ends_at }).execute()
    expect(prolonged).toMatchObject({ code: 200 })
    expect((await scene.orders(id)).map(({ status }) => status)).toEqual([3, 2])
  })

  test('goes back by the bank where the entry has left the competition', async () => {
    const { id } = await closed(11)
    await db.updateTable('apply_orders').set({ entry_status: 90 }).where('id', '=', id).execute()

    expect(await change(id, 2, { evidence: evidence() })).toMatchObject({
      code: 422,
      msg: { status: [expect.stringContaining('left the competition')] },
    })
    expect(await scene.orders(id)).toMatchObject([{ status: 3 }])
  })
})

test('the fee of an edition in yen is named without decimals', async () => {
  const { id } = await scene.unpaid()
  const currency = (to: string) => db.updateTable('editions').set({ currency: to }).execute()
  await currency('JPY')
  const answer = await change(id, 2, { evidence: evidence(1) })
  await currency('EUR')
  expect(answer).toMatchObject({
    code: 422,
    msg: {
      'evidence.amount_minor': ['The fee is 31200 JPY. Settle a difference with the entrant first'],
    },
  })
})

test('a transfer that never came leaves the fee unpaid', async () => {
  const { id } = await transfer()

  expect(await change(id, 0)).toMatchObject({ code: 200, data: { status: 0, changed: true } })
  expect(await scene.orders(id)).toMatchObject([{ status: 3 }])
})

test('an open payment of a provider is neither confirmed nor closed by hand', async () => {
  const one = await scene.unpaid()
  await one.as.call(payments.getEntryFeeQrcode, { apply_order_id: one.id })
  // A released fee whose order is open still.
  await db
    .updateTable('apply_orders')
    .set({ entry_fee_status: 0 })
    .where('id', '=', one.id)
    .execute()
  const [{ amount_minor = 0 } = {}] = await scene.orders(one.id)

  for (const answer of [
    await change(one.id, 2, { evidence: evidence(amount_minor) }),
    await change(one.id, 3, { reason: 'Guest of the jury' }),
  ]) {
    expect(answer).toMatchObject({ code: 409, data: { reason: 'PROVIDER_OPEN' } })
  }
  expect(await scene.orders(one.id)).toMatchObject([{ status: 1, channel: 'wechat_native' }])
  expect(await scene.entryRow(one.id)).toMatchObject({ entry_fee_status: 0 })
})

test('waiving a fee takes a reason and registers the entry', async () => {
  const { id } = await scene.unpaid()

  expect(await change(id, 3)).toMatchObject({ code: 422, msg: { reason: [expect.any(String)] } })
  expect(await change(id, 3, { reason: 'Guest of the jury' })).toMatchObject({ code: 200 })
  expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 3, entry_status: 20 })
  const audit = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject', '=', id)
    .where('action', '=', 'fee.changed')
    .execute()
  expect(audit).toMatchObject([{ actor_id: chair.id, reason: 'Guest of the jury' }])
})

test('a payment confirmed by WeChat can only be refunded', async () => {
  const { id } = await paidByWallet()

  expect(await change(id, 0)).toMatchObject({ code: 409, data: { reason: 'PROVIDER_PAID' } })
  expect(await change(id, 5)).toMatchObject({ code: 422 })
  expect(await change(id, 5, { reason: 'Entered twice' })).toMatchObject({ code: 200 })
  expect(await change(id, 6)).toMatchObject({ code: 409, data: { reason: 'PROVIDER_REFUND' } })
  const { core } = paymentContext(scene.context)
  await until(async () => {
    await runRefunds(core)
    return (await scene.entryRow(id)).entry_fee_status === 6
  })
  expect(await scene.orders(id)).toMatchObject([{ status: 6 }])
})

test('a transfer is refunded by hand', async () => {
  const { id } = await transfer()
  await change(id, 2, { evidence: evidence() })

  expect(await change(id, 5, { reason: 'Entered twice' })).toMatchObject({ code: 200 })
  expect(await change(id, 6)).toMatchObject({ code: 200, data: { status: 6 } })
  expect(await scene.orders(id)).toMatchObject([{ status: 6 }])
})

test('a stale screen, an unknown status and a missing edge are refused', async () => {
  const { id } = await scene.unpaid()
  const { version } = await scene.entryRow(id)
  const stale = await scene.as(chair).answer(judge.changeEntryFeeStatus, {
    apply_order_id: id,
    status: 3,
    version: version - 1,
    reason: 'Guest of the jury',
  })

  expect(stale).toMatchObject({ code: 409, data: { reason: 'VERSION' } })
  expect(await change(id, 1)).toMatchObject({ code: 422, msg: { status: [expect.any(String)] } })
  expect(await change(id, 6)).toMatchObject({ code: 409, data: { reason: 'EDGE' } })
})

test('only a juror of the panel who may manage fees', async () => {
  const { id, as } = await scene.unpaid()
  const { version } = await scene.entryRow(id)
  const request = { apply_order_id: id, status: 3, version, reason: 'Guest of the jury' }
  const elsewhere = await build.juror(1, { category_ids: [(await build.category()).id] })
  const scorer = await build.juror(1, { capabilities: ['can_score'] })
  const conflicted = await build.juror(1)
  await db
    .insertInto('conflicts')
    .values({
      juror_id: conflicted.juror_id,
      apply_order_id: id,
      type: 'family',
      source: 'self',
    })
    .execute()

  for (const caller of [as, ...[elsewhere, scorer, conflicted].map((one) => scene.as(one))]) {
    expect((await caller.answer(judge.changeEntryFeeStatus, request)).code).toBe(403)
  }
  expect(await scene.entryRow(id)).toMatchObject({ entry_fee_status: 0 })
})
