import { documents, documentsAdded, money, payments } from '@awards/shared/contract'
import type { Billing } from '@awards/shared/contract'
import { extractXml, Profile, validateXsd } from '@stackforge-eu/factur-x'
import { CONSUMER, paymentScene } from '../../../test/payment-scene.ts'
import { pdfText } from '../../../test/read-pdf.ts'
import { lockWaiters, until } from '../../../test/waiting.ts'
import { paymentContext } from '../payments/payments.routes.ts'
import { applyPayment, PAYMENT_JOBS } from '../payments/orders/apply-payment.ts'
import { applyRefund } from '../payments/refunds/refunds.ts'
import { creditNotesService } from './credit-notes.service.ts'
import type { InvoiceDocument } from './documents.types.ts'

const scene = await paymentScene()
const { db, context, mails } = scene
const { core } = paymentContext(context)
const creditNotes = creditNotesService(context)
afterAll(() => scene.stop())

async function paid(isInvoiced = true) {
  const one = await scene.unpaid()
  const { order_no } = await one.as.call(payments.getEntryFeeQrcode, { apply_order_id: one.id })
  const payment = {
    txn: `T${order_no}`,
    amount_minor: 31_200,
    currency: 'EUR',
    paid_at: new Date(),
  }
  await applyPayment(core, order_no, payment, { source: 'test' })
  if (isInvoiced) await one.as.call(documents.printEntryFeeInvoice, { apply_order_id: one.id })
  return { ...one, order_no }
}

/** Money that went back, as the refunds and the ledger have it, and the job it leaves behind. */
async function refunded(order_no: string, amount_minor: number, out_refund_no: string) {
  const refund = { out_refund_no, order_no, amount_minor, status: 'succeeded', reason: 'Test' }
  await db.insertInto('refunds').values(refund).execute()
  await db
    .insertInto('ledger')
    .values({
      order_no,
      kind: 'refund',
      channel: 'wechat_native',
      provider_txn: out_refund_no,
      amount_minor,
      currency: 'EUR',
      source: 'test',
      at: new Date(),
    })
    .execute()
  await context.jobs.enqueue(db, PAYMENT_JOBS.refunded, { out_refund_no }, { key: out_refund_no })
  await context.jobs.drain()
}

const papersOf = async (order_no: string) => {
  const rows = await db
    .selectFrom('invoices')
    .selectAll()
    .where('order_no', '=', order_no)
    .orderBy('issued_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, document: row.document as unknown as InvoiceDocument }))
}
const open = async (url: string) => (await scene.app.inject({ method: 'GET', url })).rawPayload

test('S15: a refund has one credit note with negative amounts, and one mail', async () => {
  proves('story S15')
  const { as, order_no, entrant } = await paid()
  await refunded(order_no, 31_200, `R${order_no}`)
  const again = await creditNotes.issueForRefund(`R${order_no}`)

  const [invoice, note, ...others] = await papersOf(order_no)
  expect([again, others]).toEqual([false, []])
  expect(note?.number).toMatch(/-AV-\d{4}-\d{6}$/)
  expect(note?.document).toMatchObject({
    kind: 'credit_note',
    net: -26e3,
    vat: -5200,
    gross: -31200,
    cancels: invoice?.number,
  })
  const { list } = await as.call(documentsAdded.invoices, {})
  expect(list.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['credit_note', -31_200],
    ['invoice', 31_200],
  ])
  const link = await as.call(documentsAdded.printInvoice, { invoice_id: note?.id ?? '' })
  const pdf = await open(link.url)
  const { xml } = await extractXml(pdf)
  expect(await validateXsd(xml, Profile.EN16931)).toEqual({ valid: true, errors: [] })
  expect(xml).toContain('<ram:TypeCode>381</ram:TypeCode>')
  expect(xml).toContain(`<ram:IssuerAssignedID>${invoice?.number}</ram:IssuerAssignedID>`)
  expect(xml).toContain('<ram:GrandTotalAmount>312.00</ram:GrandTotalAmount>')
  expect(await pdfText(pdf)).toContain('−312,00')
  await context.jobs.drain()
  const mail = mails.find(({ to, subject }) => to === entrant.email && subject.includes('-AV-'))
  expect(mail?.text).toContain(note?.number)
  expect(mail?.text).toContain(invoice?.number)
})

test('parts add up to the invoice to the cent, and no more than it is ever taken back', async () => {
  const { order_no } = await paid()
  await refunded(order_no, 10_001, `RA${order_no}`)
  await refunded(order_no, 1, `RB${order_no}`)
  await refunded(order_no, 21_198, `RC${order_no}`)

  const [invoice, ...notes] = await papersOf(order_no)
  const sum = (part: 'net' | 'vat' | 'gross') =>
    notes.reduce((total, { document }) => total + document[part], 0)
  expect(notes.map(({ document }) => document.gross)).toEqual([-10_001, -1, -21_198])
  expect([sum('net'), sum('vat'), sum('gross')]).toEqual([-26_000, -5_200, -31_200])
  expect(invoice?.replaced_at).toBeNull()
})

test('amounts of which no net has exactly the tax have their credit note as well', async () => {
  const { order_no } = await paid()
  const amounts = [14_451, 9_999, 3, 15]
  for (const amount of amounts) await refunded(order_no, amount, `R${amount}${order_no}`)

  const [, ...notes] = await papersOf(order_no)
  expect(notes.map(({ document }) => -document.gross)).toEqual(amounts)
})

test('a duplicate payment is refunded without a credit note, and the fee stays paid', async () => {
  const { order_no } = await paid()
  const twice = { txn: `U${order_no}`, amount_minor: 31_200, currency: 'EUR', paid_at: new Date() }
  await applyPayment(core, order_no, twice, { source: 'test' })
  const { out_refund_no } = await db
    .selectFrom('refunds')
    .select('out_refund_no')
    .where('order_no', '=', order_no)
    .executeTakeFirstOrThrow()
  await applyRefund(core, out_refund_no, 'succeeded', { source: 'test' })
  await context.jobs.drain()
  expect((await papersOf(order_no)).map(({ kind }) => kind)).toEqual(['invoice'])

  await refunded(order_no, 10_000, `RS${order_no}`)
  const [, note, ...others] = await papersOf(order_no)
  expect([note?.document.gross, others]).toEqual([-10_000, []])
})

test('a refund reported by several processes at once has one credit note', async () => {
  const { order_no } = await paid()
  const refund = { out_refund_no: `RP${order_no}`, order_no, amount_minor: 500 }
  await db
    .insertInto('refunds')
    .values({ ...refund, status: 'succeeded', reason: 'Test' })
    .execute()

  const issued = await Promise.all(
    Array.from({ length: 8 }, () =>
      creditNotesService(context).issueForRefund(refund.out_refund_no),
    ),
  )

  expect(issued.filter(Boolean)).toHaveLength(1)
  expect(await papersOf(order_no)).toHaveLength(2)
})

test('a refund that overtakes the invoice job issues the invoice first', async () => {
  const { order_no } = await paid(false)
  await db.deleteFrom('jobs').where('name', '=', PAYMENT_JOBS.settled).execute()
  await refunded(order_no, 31_200, `RQ${order_no}`)

  expect((await papersOf(order_no)).map(({ kind }) => kind)).toEqual(['invoice', 'credit_note'])
})

test('a correction and a refund that overtakes its invoice do not wait for each other', async () => {
  const corrected = await paid()
  // A first credit note, so that the counter has a row to lock.
  await refunded(corrected.order_no, 1_200, `RK${corrected.order_no}`)
  const { order_no } = await paid(false)
  await db.deleteFrom('jobs').where('name', '=', PAYMENT_JOBS.settled).execute()
  const refund = { out_refund_no: `RL${order_no}`, order_no, amount_minor: 31_200, reason: 'Test' }
  await db
    .insertInto('refunds')
    .values({ ...refund, status: 'succeeded' })
    .execute()

  const { both } = await db.transaction().execute(async (trx) => {
    const counters = trx.selectFrom('document_counters').where('series', 'like', '%-AV-%')
    await counters.select('series').forUpdate().execute()
    const correction = creditNotes.reissue(corrected.order_no, { billing: OTHER }, 'billing')
    await until(async () => (await lockWaiters(db)) === 1)
    const note = creditNotes.issueForRefund(refund.out_refund_no)
    await until(async () => (await lockWaiters(db)) === 2)
    return { both: Promise.all([correction, note]) }
  })

  expect(await both).toEqual([true, true])
  expect((await papersOf(order_no)).map(({ kind }) => kind)).toEqual(['invoice', 'credit_note'])
})

const OTHER: Billing = { ...CONSUMER, kind: 'business', name: 'Brumaire SARL', siren: '123456782' }

test('a new address after the issue cancels the invoice and issues a corrected one', async () => {
  proves('call pdf/createEntryFeeInvoice')
  const { as, id, order_no } = await paid()
  const before = await as.call(documents.printEntryFeeInvoice, { apply_order_id: id })

  const request = { apply_order_id: id, billing: OTHER }
  const answers = await Promise.all([
    as.call(documents.createEntryFeeInvoice, request),
    as.call(documents.createEntryFeeInvoice, request),
  ])
  const after = await as.call(documents.printEntryFeeInvoice, { apply_order_id: id })

  const rows = await papersOf(order_no)
  expect(rows.map(({ kind }) => kind)).toEqual(['invoice', 'credit_note', 'invoice'])
  expect(rows[2]?.document).toMatchObject({
    gross: 31200,
    cancels: before.number,
    buyer: { name: 'Brumaire SARL', siren: '123456782' },
  })
  expect(answers.map(({ number }) => number)).toEqual([after.number, after.number])
  expect(after.number).not.toBe(before.number)
  expect(await pdfText(await open(after.url))).toContain('Brumaire SARL')
})

test('a VAT number confirmed later: the tax is credited and refunded once', async () => {
  const { order_no } = await paid()
  const mention = 'Autoliquidation - art. 283-2 CGI, art. 44 et 196 directive 2006/112/CE'
  const vat = [{ rate_percent: 0, net_minor: 26_000, vat_minor: 0, mention }]
  const billing = { ...OTHER, country: 'DE', vat_no: 'DE136695976' }

  const first = await creditNotes.reissue(order_no, { billing, vat }, 'vat')
  const second = await creditNotes.reissue(order_no, { billing, vat }, 'vat')
  await refunded(order_no, 5_200, `RV${order_no}`)

  const rows = await papersOf(order_no)
  expect([first, second]).toEqual([true, false])
  expect(rows.map(({ kind, document }) => [kind, document.gross])).toEqual([
    ['invoice', 31_200],
    ['credit_note', -31_200],
    ['invoice', 26_000],
  ])
  expect(rows[2]?.document.vat_lines).toEqual(vat)
})

test('after a partial refund the corrected invoice is for the remaining amount', async () => {
  const { order_no } = await paid()
  await refunded(order_no, 15_600, `RH${order_no}`)
  const mention = 'Autoliquidation - art. 283-2 CGI, art. 44 et 196 directive 2006/112/CE'
  const vat = [{ rate_percent: 0, net_minor: 26_000, vat_minor: 0, mention }]

  await creditNotes.reissue(order_no, { vat }, 'vat')
  await refunded(order_no, 2_600, `RI${order_no}`)

  const rows = await papersOf(order_no)
  expect(rows.map(({ kind, document }) => [kind, document.net, document.gross])).toEqual([
    ['invoice', 26_000, 31_200],
    ['credit_note', -13_000, -15_600],
    ['credit_note', -13_000, -15_600],
    ['invoice', 13_000, 13_000],
  ])
})

test('an issued document cannot be changed, deleted or replaced by another', async () => {
  const { order_no } = await paid()
  const issued = (change: object) =>
    db.updateTable('invoices').set(change).where('order_no', '=', order_no).execute()

  await expect(issued({ document: '{}' })).rejects.toThrow('immutable')
  await expect(issued({ facturx_xml: '<a/>' })).rejects.toThrow('immutable')
  await expect(
    db.deleteFrom('invoices').where('order_no', '=', order_no).execute(),
  ).rejects.toThrow('immutable')
  const [invoice] = await papersOf(order_no)
  const { id: _id, document, ...copy } = invoice ?? { id: '', document: {} }
  await expect(
    db
      .insertInto('invoices')
      .values({ ...copy, number: 'X-1', document: JSON.stringify(document) } as never)
      .execute(),
  ).rejects.toThrow('invoices_one_current')
})

test('a receipt lists payments with channel and number, and refunds', async () => {
  proves('call pdf/printReceipt')
  const unpaid = await scene.unpaid()
  const { order_no: open_no } = await unpaid.as.call(payments.getEntryFeeQrcode, {
    apply_order_id: unpaid.id,
  })
  const early = await unpaid.as.answer(documentsAdded.printReceipt, { order_no: open_no })
  const { as, order_no } = await paid()
  const receipt = await as.call(documentsAdded.printReceipt, { order_no })
  await refunded(order_no, 1_200, `RR${order_no}`)
  const after = await as.call(documentsAdded.printReceipt, { order_no })
  const foreign = await unpaid.as.answer(documentsAdded.printReceipt, { order_no })

  expect(early).toMatchObject({ code: 409, data: { reason: 'NOT_PAID' } })
  expect(foreign.code).toBe(404)
  const [first, second] = [
    await pdfText(await open(receipt.url)),
    await pdfText(await open(after.url)),
  ]
  for (const words of ['Reçu de paiement', '312,00', 'WeChat Pay', `T${order_no}`]) {
    expect(first).toContain(words)
  }
  for (const words of ['Reçu de remboursement', '−12,00', `RR${order_no}`, '300,00']) {
    expect(second).toContain(words)
  }
})

test('the receipt of a second payment says that it went back once it has', async () => {
  const asChair = scene.as(await scene.build.juror(1))
  const one = await scene.unpaid()
  const { quote_id } = await one.as.call(payments.getEntryFee, { apply_order_id: one.id })
  const { order_no, amount } = await one.as.call(payments.entryFeePayment, {
    apply_order_id: one.id,
    channel: 'bank_transfer',
    quote_id,
    billing: CONSUMER,
  })
  const code = await one.as.call(payments.getEntryFeeQrcode, { apply_order_id: one.id })
  for (const number of [code.order_no, order_no]) {
    const payment = {
      txn: `T${number}`,
      amount_minor: amount,
      currency: 'EUR',
      paid_at: new Date(),
    }
    await applyPayment(core, number, payment, { source: 'test' })
  }
  const read = async () => {
    const receipt = await one.as.call(documentsAdded.printReceipt, { order_no })
    const page = String(await open(receipt.page_url))
    return [await pdfText(await open(receipt.url)), page]
  }

  for (const text of await read()) {
    expect(text).toContain('ce second paiement doit vous être remboursé')
    expect(text).toContain('this second payment is to be sent back')
    expect(text).not.toContain('was sent back')
  }
  const { out_refund_no } = await db
    .selectFrom('refunds')
    .select('out_refund_no')
    .where('order_no', '=', order_no)
    .executeTakeFirstOrThrow()
  const value_date = scene.build.at(0).toISOString().slice(0, 10)
  await asChair.call(money.confirmRefund, { out_refund_no, reference: 'OUT 1', value_date })
  for (const text of await read()) {
    expect(text).toContain('ce second paiement a été remboursé')
    expect(text).toContain('this second payment was sent back')
    expect(text).not.toContain('is to be sent back')
  }
})
