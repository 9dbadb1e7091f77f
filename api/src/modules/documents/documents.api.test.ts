import { documents, payments } from '@awards/shared/contract'
import { paymentScene } from '../../../test/payment-scene.ts'
import { isLockAwaited, until } from '../../../test/waiting.ts'
import { ordersRepository } from '../payments/orders/orders.repository.ts'
import { payableEntriesRepository } from '../payments/checkout/payable-entries.repository.ts'
import { applyPayment } from '../payments/orders/apply-payment.ts'
import { paymentContext } from '../payments/payments.routes.ts'
import { issueInvoiceOnce } from './issue-invoice.ts'

const scene = await paymentScene()
const { build, db, context } = scene
const { core } = paymentContext(context)
afterAll(() => scene.stop())
beforeEach(() => scene.setTime(new Date()))

async function paid() {
  const one = await scene.unpaid()
  const { order_no } = await one.as.call(payments.getEntryFeeQrcode, { apply_order_id: one.id })
  const payment = {
    txn: `T${order_no}`,
    amount_minor: 31_200,
    currency: 'EUR',
    paid_at: context.clock(),
  }
  return { ...one, order_no, pay: () => applyPayment(core, order_no, payment, { source: 'test' }) }
}

async function awarded(given: object = {}) {
  const edition = await build.edition({ status: 4, results_published_at: new Date(), ...given })
  const entrant = await build.user({ company: 'Atelier Brumaire' })
  const entry = await build.entry(entrant, {
    edition_id: edition.id,
    entry_status: 60,
    title: 'Halle aux Grains 谷物大厅',
    answers: JSON.stringify({ designers: [{ name: '李晓明' }], title_local: '谷物大厅' }),
    winning_info: JSON.stringify({ certificate_name: 'Sillon Architectes' }),
  })
  return { edition, entry, id: entry.id, as: scene.as(entrant) }
}

const fetchFile = async (url: string) =>
  scene.app.inject({ method: 'GET', url: url.replace(/^https?:\/\/[^/]+/, '') })

test('an unpaid fee has no invoice; a paid one always has the same', async () => {
  proves('call pdf/printEntryFeeInvoice')
  const { id, as, pay } = await paid()
  const early = await as.answer(documents.printEntryFeeInvoice, { apply_order_id: id })
  await pay()
  const first = await as.call(documents.printEntryFeeInvoice, { apply_order_id: id })
  const second = await as.call(documents.printEntryFeeInvoice, { apply_order_id: id })

  expect(early).toMatchObject({ code: 409, data: { reason: 'NOT_PAID' } })
  expect(second.number).toBe(first.number)
  const file = await fetchFile(first.url)
  expect(file.statusCode).toBe(200)
  expect(file.headers['content-type']).toContain('application/pdf')
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})

test('twenty payments at once leave numbers without a gap', async () => {
  const many = []
  for (let index = 0; index < 20; index += 1) many.push(await paid())

  await Promise.all(many.map((one) => one.pay()))
  await context.jobs.drain()

  const rows = await db
    .selectFrom('invoices')
    .select('number')
    .where('kind', '=', 'invoice')
    .execute()
  const numbers = rows.map((row) => Number(row.number.slice(-6))).sort((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  expect(numbers.length).toBeGreaterThanOrEqual(20)
})

test('issuing an invoice while its payment is reported again does not deadlock', async () => {
  const { id, order_no, pay } = await paid()
  await pay()
  const order = await ordersRepository(db).find(order_no)
  if (!order) throw new Error('The order is gone')
  let issuing: Promise<boolean> | undefined

  await db.transaction().execute(async (trx) => {
    await payableEntriesRepository(trx).lock(id)
    issuing = issueInvoiceOnce(context.db, context.clock, order)
    await until(() => isLockAwaited(db))
    await ordersRepository(trx).lock(order_no)
  })

  expect(await issuing).toBe(true)
})

test('two reports of the same payment use up one number', async () => {
  const { as, id, pay } = await paid()
  await pay()
  const print = () => as.call(documents.printEntryFeeInvoice, { apply_order_id: id })

  const links = await Promise.all([print(), print(), print(), context.jobs.drain()])

  const [first, ...rest] = links.slice(0, 3).map((link) => link?.number)
  expect(rest).toEqual([first, first])
})

test('an issued invoice cannot be changed', async () => {
  const { as, id, order_no, pay } = await paid()
  await pay()
  await as.call(documents.printEntryFeeInvoice, { apply_order_id: id })

  await expect(
    db.updateTable('invoices').set({ document: '{}' }).where('order_no', '=', order_no).execute(),
  ).rejects.toThrow('immutable')
})

test('a certificate has one number, is a PDF in both languages, and keeps its holder', async () => {
  proves('call pdf/printCertPdf')
  const { id, as, entry } = await awarded()

  const french = await as.call(documents.printCertPdf, { apply_order_id: id, lang: 'fr' })
  const english = await as.call(documents.printCertPdf, { apply_order_id: id, lang: 'en' })

  expect([french.number, english.number]).toEqual([`C-${entry.entry_no}`, `C-${entry.entry_no}`])
  expect(english.url).not.toBe(french.url)
  expect((await fetchFile(french.url)).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const rows = await db
    .selectFrom('certificates')
    .select('holder')
    .where('apply_order_id', '=', id)
    .execute()
  expect(rows).toEqual([{ holder: 'Sillon Architectes' }])
})

test('a suspended certificate is not printed', async () => {
  const { id, as } = await awarded()
  const { number } = await as.call(documents.printCertPdf, { apply_order_id: id })
  await db
    .updateTable('certificates')
    .set({ status: 'suspended' })
    .where('number', '=', number)
    .execute()

  const print = await as.answer(documents.printCertPdf, { apply_order_id: id })

  expect(print).toMatchObject({ code: 403, data: { reason: 'SUSPENDED' } })
})

test('certificates are printed after publication, and only by their owner', async () => {
  const early = await awarded({ status: 3, results_published_at: null })
  const published = await awarded()
  const stranger = scene.as(await build.user())

  const request = { apply_order_id: early.id }
  expect((await early.as.answer(documents.printCertPdf, request)).code).toBe(423)
  const foreign = { apply_order_id: published.id }
  expect((await stranger.answer(documents.printCertPdf, foreign)).code).toBe(404)
})

test('a link to a document expires after a quarter of an hour and opens only that file', async () => {
  const { id, as } = await awarded()
  const { url } = await as.call(documents.printCertPdf, { apply_order_id: id })

  scene.setTime(new Date(Date.now() + 16 * 60_000))
  const late = await fetchFile(url)
  scene.setTime(new Date())
  const forged = await fetchFile(url.replace(/([0-9a-f]{10})\.pdf/, '0123456789.pdf'))

  expect(late.statusCode).toBeGreaterThanOrEqual(400)
  expect(forged.statusCode).toBeGreaterThanOrEqual(400)
})
