import { documents, judge, money, payments, type Billing } from '@awards/shared/contract'
import { CONSUMER, paymentScene } from '../../../test/payment-scene.ts'
import { applyRefund } from '../payments/refunds/refunds.ts'

const scene = await paymentScene()
const { build, db, context } = scene
const chair = await build.juror(1)
const asChair = scene.as(chair)
const elsewhere = scene.as(await build.juror(1, { category_ids: [(await build.category()).id] }))
let reference = 0
// The chair of these tests sees payers, but where a test says otherwise.
const { edition: called } = await build.programme()
await build.phase({
  edition_id: called.id,
  phase: 1,
  capabilities: JSON.stringify({ blind_entrant: false }),
})
afterAll(() => scene.stop())
// The clock stands still: a day that ends while the tests run would move the price.
const NOW = new Date()
const day = (days: number) => build.at(days).toISOString().slice(0, 10)
beforeEach(() => scene.setTime(NOW))

const REASON = 'Entered twice by mistake'

async function ordered(billing: Billing = CONSUMER) {
  const one = await scene.unpaid({ title: 'Chair of reeds' })
  const { quote_id } = await one.as.call(payments.getEntryFee, { apply_order_id: one.id })
  const { order_no } = await one.as.call(payments.entryFeePayment, {
    apply_order_id: one.id,
    channel: 'bank_transfer',
    quote_id,
    billing,
  })
  return { ...one, order_no }
}

/** A transfer of 312 euros that has arrived. */
async function paid(billing?: Billing) {
  const one = await ordered(billing)
  reference += 1
  const proof = { amount_minor: 31_200, value_date: day(-1), reference: `IN ${reference}` }
  const { version } = await scene.entryRow(one.id)
  const change = { apply_order_id: one.id, status: 2, version, evidence: proof }
  await asChair.call(judge.changeEntryFeeStatus, change)
  await context.jobs.drain()
  return { ...one, reference: proof.reference }
}
const ask = (order_no: string, amount_minor: number, reason = REASON) =>
  asChair.answer(money.refundPayment, { order_no, amount_minor, reason })
const confirm = (out_refund_no: string, proof: string, value_date = day(0)) =>
  asChair.answer(money.confirmRefund, { out_refund_no, reference: proof, value_date })
const acts = async (subject: string) =>
  (await db.selectFrom('audit_log').select('action').where('subject', '=', subject).execute()).map(
    ({ action }) => action,
  )

const COMPANY: Billing = {
  ...CONSUMER,
  kind: 'business',
  name: 'Dupont & Fils',
  siren: '732829320',
  vat_no: 'FR44732829320',
}

test('J9: before publication the desk shows, finds and opens nothing that identifies an entrant', async () => {
  proves('call judge/paymentList', 'call judge/payment')
  const one = await paid()
  await paid(COMPANY)
  const { edition_id } = await scene.entryRow(one.id)
  const phase = await build.phase({
    edition_id,
    phase: 3,
    is_forced: true,
    starts_at: build.at(2),
    ends_at: build.at(3),
  })
  const found = async (keyword: string) =>
    (await asChair.call(money.paymentList, { keyword, pageSize: 100 })).list.find(
      ({ order_no }) => order_no === one.order_no,
    )

  expect(await found(one.order_no)).toMatchObject({
    payer: '',
    is_payer_hidden: true,
    amount: 31_200,
  })
  for (const words of [CONSUMER.name, 'Brumaire']) expect(await found(words)).toBeUndefined()
  const blind = await asChair.call(money.payment, { order_no: one.order_no })
  expect(blind).toMatchObject({ payer: '', documents: [], status_text: 'paid' })
  expect(JSON.stringify(blind)).not.toContain(CONSUMER.name)
  const ask = { apply_order_id: one.id }
  expect(await asChair.answer(documents.printEntryFeeInvoice, ask)).toMatchObject({
    code: 423,
    data: { reason: 'BLIND' },
  })
  expect(await one.as.answer(documents.printEntryFeeInvoice, ask)).toMatchObject({ code: 200 })
  const book = async (kind: 'ledger' | 'invoices' | 'e_reporting') => {
    const { url } = await asChair.call(money.exportBooks, { kind, from: day(-1), to: day(1) })
    return (await scene.app.inject({ url })).rawPayload.toString('utf8')
  }
  const buyers = [CONSUMER.name, COMPANY.name, '732829320']
  for (const kind of ['ledger', 'invoices', 'e_reporting'] as const) {
    for (const words of buyers) expect(await book(kind)).not.toContain(words)
  }
  const hidden = await book('invoices')
  expect(hidden).toContain(
    `;${one.order_no};Masqué jusqu’aux résultats;Particulier;FR;;;20;260,00;`,
  )

  await db.updateTable('phases').set({ phase: 8 }).where('id', '=', phase.id).execute()
  expect(await found(CONSUMER.name)).toMatchObject({ payer: CONSUMER.name, is_payer_hidden: false })
  const open = await asChair.call(money.payment, { order_no: one.order_no })
  expect(open.documents).not.toEqual([])
  const opened = await book('invoices')
  for (const words of [...buyers, 'FR44732829320']) expect(opened).toContain(words)
  // The amounts were the same, down to the total.
  const amounts = (text: string) => text.split('\r\n').map((line) => line.split(';').slice(10))
  expect(amounts(hidden)).toEqual(amounts(opened))
  await db.deleteFrom('phases').where('id', '=', phase.id).execute()
})

test('the list has the panel’s payments and searches all their numbers', async () => {
  proves('call judge/paymentList')
  const one = await paid()
  const { entry_no } = await scene.entryRow(one.id)
  const { invoice_no } = await asChair.call(money.payment, { order_no: one.order_no })
  for (const keyword of [one.order_no, entry_no, one.reference, invoice_no ?? '', 'Brumaire']) {
    const { list } = await asChair.call(money.paymentList, { keyword, pageSize: 100 })
    expect(list).toContainEqual(
      expect.objectContaining({
        order_no: one.order_no,
        status: 2,
        status_text: 'paid',
        amount: 31200,
        payer: CONSUMER.name,
        invoice_no,
        refunded: 0,
        alerts: [],
      }),
    )
  }
  const numbers = async (filter: object) =>
    (await asChair.call(money.paymentList, { pageSize: 100, ...filter })).list.map(
      (row) => row.order_no,
    )
  expect(await numbers({ keyword: '100%' })).toEqual([])
  expect(await numbers({ channel: 'card' })).toEqual([])
  expect(await numbers({ status: '3' })).not.toContain(one.order_no)
  expect(await numbers({ attention: '1' })).not.toContain(one.order_no)
  await ask(one.order_no, 100)
  expect(await numbers({ attention: '1' })).toContain(one.order_no)
  expect((await elsewhere.call(money.paymentList, {})).list).toEqual([])
})

test('one payment returns its timeline, documents and refundable amount', async () => {
  proves('call judge/payment')
  const one = await paid()
  const shown = await asChair.call(money.payment, { order_no: one.order_no })

  expect(shown).toMatchObject({
    refundable: 31_200,
    provider_txn: one.reference,
    documents: [{ kind: 'invoice', amount: 31_200 }],
    refunds: [],
  })
  expect(shown.timeline.map(({ moment }) => moment)).toEqual(
    expect.arrayContaining(['created', 'paid', 'invoice']),
  )
  expect((await elsewhere.answer(money.payment, { order_no: one.order_no })).code).toBe(403)
  expect((await asChair.answer(money.payment, { order_no: 'NOTHING1' })).code).toBe(404)
})

test('a transfer is refunded in two parts, each with the bank’s reference; the fee follows the last', async () => {
  proves('call judge/refundPayment', 'call judge/confirmRefund')
  const one = await paid()
  const first = await ask(one.order_no, 12_000)
  expect(first).toMatchObject({ code: 200, data: { status: 'requested', amount_minor: 12_000 } })
  expect(await scene.entryRow(one.id)).toMatchObject({ entry_fee_status: 2 })

  const { out_refund_no } = first.data as { out_refund_no: string }
  expect(await confirm(out_refund_no, `OUT ${one.reference}`)).toMatchObject({
    data: { status: 'succeeded', changed: true },
  })
  expect(await confirm(out_refund_no, `OUT ${one.reference}`)).toMatchObject({
    data: { status: 'succeeded', changed: false },
  })
  expect(await ask(one.order_no, 19_201)).toMatchObject({ code: 409, data: { refundable: 19_200 } })
  scene.setTime(new Date(NOW.getTime() + 60_000))
  const rest = await ask(one.order_no, 19_200)
  expect(await scene.entryRow(one.id)).toMatchObject({ entry_fee_status: 5 })
  const { out_refund_no: last } = rest.data as { out_refund_no: string }
  expect(await confirm(last, `OUT ${one.reference}`)).toMatchObject({
    code: 422,
    msg: { reference: [expect.any(String)] },
  })
  expect(await confirm(last, 'LATER', day(6))).toMatchObject({
    code: 422,
    msg: { value_date: [expect.any(String)] },
  })
  await confirm(last, `REST ${one.reference}`)

  expect(await scene.entryRow(one.id)).toMatchObject({ entry_fee_status: 6 })
  expect(await asChair.call(money.payment, { order_no: one.order_no })).toMatchObject({
    status: 6,
    refunded: 31200,
    refundable: 0,
    refunds: [
      {
        amount_minor: 12e3,
        status: 'succeeded',
        reason: REASON,
      },
      {
        amount_minor: 19200,
        status: 'succeeded',
      },
    ],
  })
  const { rows } = { rows: await db.selectFrom('refunds').select('evidence').execute() }
  expect(rows).toContainEqual({
    evidence: { reference: `REST ${one.reference}`, value_date: day(0) },
  })
  const twice = ['refund.requested', 'payment.refunded', 'refund.confirmed']
  expect((await acts(one.order_no)).toSorted()).toEqual(
    ['payment.paid', ...twice, ...twice].toSorted(),
  )
})

test('a double click requests one refund; another reason requests another', async () => {
  const one = await paid()
  const pressed = await Promise.all([1, 2, 3].map(() => ask(one.order_no, 5_000)))
  const numbers = pressed.map(({ data }) => (data as { out_refund_no: string }).out_refund_no)

  expect(new Set(numbers).size).toBe(1)
  expect((await ask(one.order_no, 5_000, 'A discount was forgotten')).code).toBe(200)
  expect(await asChair.call(money.payment, { order_no: one.order_no })).toMatchObject({
    refundable: 21_200,
  })
})

test('a failed refund that is asked for again by a double press is sent once', async () => {
  const one = await paid()
  const { data } = await ask(one.order_no, 10_000, 'A discount was forgotten')
  const { out_refund_no } = data as { out_refund_no: string }
  await applyRefund(context, out_refund_no, 'failed', { source: 'refund' })
  const hourLater = NOW.getTime() + 3_600_000
  for (const seconds of [0, 100]) {
    scene.setTime(new Date(hourLater + seconds * 1_000))
    expect(await ask(one.order_no, 10_000)).toMatchObject({
      data: { out_refund_no, status: 'requested', amount_minor: 10_000 },
    })
  }
  const sent = { out_refund_no, reason: 'A discount was forgotten', status: 'requested' }
  expect(await asChair.call(money.payment, { order_no: one.order_no })).toMatchObject({
    refundable: 21_200,
    refunds: [sent],
  })

  // Later it is a further refund.
  scene.setTime(new Date(hourLater + 121_000))
  await ask(one.order_no, 10_000)
  expect(await asChair.call(money.payment, { order_no: one.order_no })).toMatchObject({
    refundable: 11_200,
    refunds: [sent, { amount_minor: 10_000, reason: REASON }],
  })
})

test('a payment of another panel can be neither refunded nor confirmed', async () => {
  const one = await paid()
  const request = { order_no: one.order_no, amount_minor: 100, reason: REASON }
  expect((await elsewhere.answer(money.refundPayment, request)).code).toBe(403)
  const { data } = await ask(one.order_no, 100)
  const { out_refund_no } = data as { out_refund_no: string }
  const proof = { out_refund_no, reference: 'OUT 9', value_date: day(0) }
  expect((await elsewhere.answer(money.confirmRefund, proof)).code).toBe(403)
  expect(
    (await asChair.answer(money.refundPayment, { ...request, order_no: 'NOTHING1' })).code,
  ).toBe(404)
})

test('an unpaid order cannot be refunded; a provider’s refund cannot be confirmed by hand', async () => {
  const open = await ordered()
  expect(await ask(open.order_no, 100)).toMatchObject({ code: 409, data: { refundable: 0 } })

  const one = await paid()
  const { data } = await ask(one.order_no, 100)
  const { out_refund_no } = data as { out_refund_no: string }
  const card = await db
    .selectFrom('payment_orders')
    .selectAll()
    .where('order_no', '=', one.order_no)
  const { order_no: _order, ...row } = await card.executeTakeFirstOrThrow()
  const { apply_order_id: other } = await build
    .entry(await build.user(), { entry_status: 20, entry_fee_status: 2 })
    .then(({ id }) => ({ apply_order_id: id }))
  await db
    .insertInto('payment_orders')
    .values({
      ...row,
      order_no: 'CARDORDER1',
      channel: 'card',
      apply_order_id: other,
      quote: JSON.stringify(row.quote),
      billing: JSON.stringify(row.billing),
    })
    .execute()
  await db
    .insertInto('refunds')
    .values({ out_refund_no: 'RCARD0001', order_no: 'CARDORDER1', amount_minor: 5, reason: REASON })
    .execute()
  expect(await confirm('RCARD0001', 'OUT 10')).toMatchObject({
    code: 409,
    data: { reason: 'PROVIDER_REFUND' },
  })
  expect((await confirm(out_refund_no, 'OUT 11')).code).toBe(200)
})

test('an alert is open until it is resolved; the first note stays', async () => {
  proves('call judge/alertList', 'call judge/resolveAlert')
  const { id: alert_id } = await db
    .insertInto('payment_alerts')
    .values({ code: 'UNKNOWN_ORDER', detail: 'A payment of nobody' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const open = async () => (await asChair.call(money.alertList, { open: '1' })).total
  const before = await open()
  const resolve = (note: string) => asChair.answer(money.resolveAlert, { alert_id, note })

  expect(await resolve('ok')).toMatchObject({ code: 422, msg: { note: [expect.any(String)] } })
  const note = 'Sent back by the bank'
  expect(await resolve(note)).toMatchObject({
    data: {
      note,
      resolved_by: `${chair.first_name} ${chair.last_name}`,
      resolved_at: NOW.toISOString(),
    },
  })
  expect(await resolve('Something else was done')).toMatchObject({ code: 200, data: { note } })
  expect(await open()).toBe(before - 1)
  expect(await acts(alert_id)).toEqual(['alert.resolved'])
  expect((await asChair.answer(money.resolveAlert, { alert_id: '42', note })).code).toBe(404)
})

test('a day that is not over is refused in its field', async () => {
  proves('call judge/compareDay')
  const answer = await asChair.answer(money.compareDay, { day: day(2) })
  expect([409, 422]).toContain(answer.code)
})

test('the invoice of a refund stays readable for its owner', async () => {
  const one = await paid()
  await ask(one.order_no, 31_200)
  expect(
    await one.as.call(documents.printEntryFeeInvoice, { apply_order_id: one.id }),
  ).toMatchObject({
    number: expect.any(String),
  })
})
