import { documents, documentsAdded } from '@awards/shared/contract'
import { paymentScene } from '../../../test/payment-scene.ts'
import { ordersRepository } from '../payments/orders/orders.repository.ts'
import { issueInvoiceOnce } from './issue-invoice.ts'

const scene = await paymentScene()
const { build, db, context } = scene
afterAll(() => scene.stop())

let running = 0

/** An entrant with invoices, each a minute younger than the one before, and one proforma. */
async function withPapers(invoices: number) {
  const entrant = await build.user()
  for (let index = 0; index < invoices; index += 1) {
    scene.setTime(new Date(Date.now() - 3 * 3_600_000 + index * 60_000))
    const entry = await build.entry(entrant, { entry_status: 20 })
    const order_no = `GA27PAPER${String(++running).padStart(4, '0')}`
    const terms = {
      apply_order_id: entry.id,
      fee_type: 1,
      channel: 'wechat_native',
      currency: 'EUR',
    }
    const quote = { amount_ht: 26_000, vat_rate: 20, vat_amount: 5_200 }
    const at = context.clock()
    await db
      .insertInto('payment_orders')
      .values({
        ...terms,
        order_no,
        amount_minor: 31_200,
        status: 2,
        paid_at: at,
        expires_at: at,
        quote: JSON.stringify(quote),
      })
      .execute()
    const order = await ordersRepository(db).find(order_no)
    if (order) await issueInvoiceOnce(context.db, context.clock, order)
  }
  return { entrant, as: scene.as(entrant) }
}

/** A credit note as the books hold it, beside the invoice that it takes back. */
async function creditNote(entrantId: string) {
  const invoice = await db
    .selectFrom('invoices as i')
    .innerJoin('apply_orders as e', 'e.id', 'i.apply_order_id')
    .selectAll('i')
    .where('e.user_id', '=', entrantId)
    .executeTakeFirstOrThrow()
  const number = `${invoice.number}-A`
  const document = {
    ...Object(invoice.document),
    kind: 'credit_note',
    number,
    cancels: invoice.number,
  }
  const { apply_order_id, fee_type, order_no } = invoice
  return db
    .insertInto('invoices')
    .values({
      apply_order_id,
      fee_type,
      order_no,
      number,
      kind: 'credit_note',
      document: JSON.stringify(document),
      cancels_invoice_id: invoice.id,
      issued_at: new Date(Date.now() - 36e5),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

const fetchFile = (url: string) => scene.app.inject({ method: 'GET', url })

test('the documents of an entrant are paged, newest first, of every kind', async () => {
  proves('call pdf/invoices')
  const { entrant, as } = await withPapers(12)
  await creditNote(entrant.id)
  const unpaid = await build.entry(entrant, { entry_status: 10 })
  scene.setTime(new Date())
  await as.call(documents.createEntryFeeInvoice, { apply_order_id: unpaid.id })

  const first = await as.call(documentsAdded.invoices, {})
  const second = await as.call(documentsAdded.invoices, { current: 2 })
  const beyond = await as.call(documentsAdded.invoices, { current: 9 })

  expect(first).toMatchObject({ total: 14, current: 1, pageSize: 10 })
  expect(first.list.slice(0, 3)).toMatchObject([
    { kind: 'proforma', fee_type: 1, currency: 'EUR' },
    { kind: 'credit_note', amount: 31_200 },
    { kind: 'invoice', amount: 31_200, title: 'Ondine' },
  ])
  const dates = [...first.list, ...second.list].map(({ issued_at }) => issued_at)
  expect(dates).toEqual(dates.toSorted().reverse())
  expect(second.list).toHaveLength(4)
  expect(beyond).toMatchObject({ list: [], total: 14 })
})

test('each document opens as a PDF, only for its owner', async () => {
  proves('call pdf/printInvoice')
  const { entrant, as } = await withPapers(1)
  const { id } = await creditNote(entrant.id)
  const stranger = scene.as(await build.user())
  const { list } = await as.call(documentsAdded.invoices, {})

  for (const { invoice_id, number } of list) {
    const link = await as.call(documentsAdded.printInvoice, { invoice_id })
    expect(link.number).toBe(number)
    const file = await fetchFile(link.url)
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const foreign = await stranger.answer(documentsAdded.printInvoice, { invoice_id })
    const unknown = await stranger.answer(documentsAdded.printInvoice, { invoice_id: '42' })
    expect(foreign).toMatchObject({ code: 404, msg: unknown.msg, data: unknown.data })
  }
  expect(list.map(({ invoice_id }) => invoice_id)).toContain(id)
  expect((await stranger.call(documentsAdded.invoices, {})).total).toBe(0)
})

test('jurors and visitors are refused the documents of entrants', async () => {
  const chair = scene.as(await build.juror(1))
  for (const [call, input] of [
    [documentsAdded.invoices, {}],
    [documentsAdded.printInvoice, { invoice_id: '42' }],
  ] as const) {
    expect(await chair.answer(call, input)).toMatchObject({ code: 403 })
    expect(await scene.as(null).answer(call, input)).toMatchObject({ code: 401 })
  }
})
