import { documents, documentsAdded, payments } from '@awards/shared/contract'
import { extractXml, Profile, validateXsd } from '@stackforge-eu/factur-x'
import { CONSUMER, paymentScene } from '../../../test/payment-scene.ts'
import { pdfCode, pdfFonts, pdfText } from '../../../test/read-pdf.ts'
import { applyPayment } from '../payments/orders/apply-payment.ts'
import { paymentContext } from '../payments/payments.routes.ts'
import { ordersRepository } from '../payments/orders/orders.repository.ts'
import type { InvoiceDocument } from './documents.types.ts'
import { issueInvoiceOnce } from './issue-invoice.ts'

const scene = await paymentScene()
const { db, context } = scene
const { core } = paymentContext(context)
afterAll(() => scene.stop())

const fetchFile = async (url: string) => scene.app.inject({ method: 'GET', url })

type Vat = { rate_percent: number; net_minor: number; vat_minor: number; mention: string | null }
let running = 0

/** A paid order with a tax of its own, and its invoice. */
async function invoiced(lines: Vat[], billing: object, more: object = {}) {
  const one = await scene.unpaid({ title: 'Ondine 翁蒂娜' })
  const order_no = `GA27TAX${String(++running).padStart(4, '0')}`
  const net = lines.reduce((sum, line) => sum + line.net_minor, 0)
  const vat = lines.reduce((sum, line) => sum + line.vat_minor, 0)
  const quote = { amount_ht: net, vat_rate: 0, vat_amount: vat, vat_lines: lines, ...more }
  const at = new Date()
  await db
    .insertInto('payment_orders')
    .values({
      order_no,
      apply_order_id: one.id,
      fee_type: 1,
      channel: 'wechat_native',
      currency: 'EUR',
      amount_minor: net + vat,
      status: 2,
      paid_at: at,
      expires_at: at,
      quote: JSON.stringify(quote),
      billing: JSON.stringify({ ...CONSUMER, ...billing }),
    })
    .execute()
  const order = await ordersRepository(db).find(order_no)
  if (order) await issueInvoiceOnce(context.db, context.clock, order)
  const row = await db
    .selectFrom('invoices')
    .selectAll()
    .where('order_no', '=', order_no)
    .executeTakeFirstOrThrow()
  const { url } = await one.as.call(documents.printEntryFeeInvoice, { apply_order_id: one.id })
  const file = await fetchFile(url)
  return { row, document: row.document as unknown as InvoiceDocument, pdf: file.rawPayload, url }
}

const REVERSED = 'Autoliquidation - art. 283-2 CGI, art. 44 et 196 directive 2006/112/CE'
const OUTSIDE = 'TVA non applicable - art. 259-1 CGI'
const GERMAN = {
  kind: 'business',
  name: 'Süßmilch Möbel GmbH',
  country: 'DE',
  city: 'Berlin',
  vat_no: 'DE136695976',
}
const CHINESE = { kind: 'business', name: '北京山水设计工作室', country: 'CN', tax_id: '9111' }

test.each([
  ['France', 20, 5_200, null, { name: 'Hélène Fœuvre-Lévêque' }, 'S', 'Hélène Fœuvre-Lévêque'],
  ['a company of the Union', 0, 0, REVERSED, GERMAN, 'AE', 'Süßmilch Möbel GmbH'],
  ['a company outside it', 0, 0, OUTSIDE, CHINESE, 'O', '北京山水设计工作室'],
])(
  'S25: the invoice for %s is a valid Factur-X with its tax, its mention and its name',
  async (_who, rate_percent, vat_minor, mention, billing, category, name) => {
    proves('story S25')
    const line = { rate_percent, net_minor: 26_000, vat_minor, mention }
    const { row, document, pdf } = await invoiced([line], billing)

    const { xml, filename } = await extractXml(pdf)
    const checked = await validateXsd(xml, Profile.EN16931)
    const text = await pdfText(pdf)

    expect(filename).toBe('factur-x.xml')
    expect(xml).toBe(row.facturx_xml)
    expect(checked).toEqual({ valid: true, errors: [] })
    expect(xml).toContain(`<ram:ID>${row.number}</ram:ID><ram:TypeCode>380</ram:TypeCode>`)
    expect(xml).toContain(`<ram:CategoryCode>${category}</ram:CategoryCode>`)
    expect(xml).toContain(name)
    expect(document).toMatchObject({ net: 26_000, vat: vat_minor, gross: 26_000 + vat_minor })
    expect(text).toContain(name)
    expect(text).toContain('Ondine 翁蒂娜')
    expect(text).toMatch(/Nature de l’opération\s: prestation de services/)
    if (mention) expect(text.replaceAll(' ', '')).toContain(mention.replaceAll(' ', ''))
  },
)

test('S25: every font of an invoice is embedded and readable; the packet says PDF/A-3 and Factur-X', async () => {
  proves('story S25')
  const line = { rate_percent: 20, net_minor: 26_000, vat_minor: 5_200, mention: null }
  const { pdf } = await invoiced([line], CHINESE)

  const { embedded, readable } = pdfFonts(pdf)
  const raw = pdf.toString('latin1')

  expect(embedded.length).toBeGreaterThan(2)
  expect([...embedded, ...readable]).toEqual([...embedded, ...readable].map(() => true))
  expect(raw).toContain('<pdfaid:part>3</pdfaid:part>')
  expect(raw).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>')
  expect(raw).toContain('/AFRelationship /Alternative')
  expect(raw).toContain('/GTS_PDFA1')
})

test('characters invalid in XML do not stop an invoice', async () => {
  const line = { rate_percent: 20, net_minor: 26_000, vat_minor: 5_200, mention: null }
  const { pdf } = await invoiced([line], { name: 'A\u0001\u000b\uFFFE\uFFFFB & <C> "D"' })
  const { xml } = await extractXml(pdf)
  expect(xml).toContain('<ram:Name>AB &amp; &lt;C&gt;')
  expect(await validateXsd(xml, Profile.EN16931)).toMatchObject({ valid: true })
})

test('a package with seats at the gala has a line and a sum for each rate', async () => {
  const lines = [
    { rate_percent: 0, net_minor: 79_000, vat_minor: 0, mention: OUTSIDE },
    { rate_percent: 20, net_minor: 20_000, vat_minor: 4_000, mention: null },
  ]
  const { document, pdf } = await invoiced(lines, CHINESE)

  expect(document).toMatchObject({ net: 99_000, vat: 4_000, gross: 103_000, vat_lines: lines })
  expect(document.lines.map(({ net, rate_percent }) => [net, rate_percent])).toEqual([
    [79_000, 0],
    [20_000, 20],
  ])
  const { xml } = await extractXml(pdf)
  expect(await validateXsd(xml, Profile.EN16931)).toMatchObject({ valid: true })
})

test('an invoice shows the price before a discount, and between professionals the compensation', async () => {
  const line = { rate_percent: 20, net_minor: 20_800, vat_minor: 4_160, mention: null }
  const breakdown = [
    { label: 'Fee', amount_minor: 26_000, kind: 'fee' },
    { label: 'Code', amount_minor: -5_200, kind: 'discount' },
  ]
  const french = { kind: 'business', siren: '123456782', vat_no: 'FR32123456782' }
  const { document, row } = await invoiced([line], french, { breakdown, code: 'GARANCE20' })

  expect(document.lines).toMatchObject([{ list_net: 26_000, net: 20_800 }])
  expect(document.lines[0]?.detail).toContain('GARANCE20')
  expect(document.terms.map(({ fr }) => fr).join(' ')).toContain('40 €')
  expect(row.facturx_xml).toContain('<ram:ID schemeID="0002">123456782</ram:ID>')
  expect(row.facturx_xml).toContain('<ram:SubjectCode>PMT</ram:SubjectCode>')
})

test('E15: an invoice names the VAT number and the purchase order of a French company', async () => {
  const line = { rate_percent: 20, net_minor: 26_000, vat_minor: 5_200, mention: null }
  const numbers = { siren: '732829320', vat_no: 'FR44732829320', po_number: 'BC-2027-14' }
  const { document, pdf } = await invoiced([line], { kind: 'business', ...numbers })

  expect(document.buyer).toMatchObject(numbers)
  const { xml } = await extractXml(pdf)
  expect(xml).toContain('<ram:ID schemeID="VA">FR44732829320</ram:ID>')
  expect(xml).toContain(
    '<ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>BC-2027-14</ram:IssuerAssignedID>',
  )
  expect(await validateXsd(xml, Profile.EN16931)).toMatchObject({ valid: true })
})

test('S25: fifty payments at once: numbers without a gap, in the order of their dates', async () => {
  proves('story S25')
  const waiting: string[] = []
  for (let index = 0; index < 50; index += 1) {
    const { as, id } = await scene.unpaid()
    const { order_no } = await as.call(payments.getEntryFeeQrcode, { apply_order_id: id })
    waiting.push(order_no)
  }
  const at = new Date()
  const money = { amount_minor: 31_200, currency: 'EUR', paid_at: at }
  const from = { source: 'test' }
  await Promise.all(waiting.map((no) => applyPayment(core, no, { txn: `T${no}`, ...money }, from)))
  const orders = await Promise.all(waiting.map((order_no) => ordersRepository(db).find(order_no)))

  // The job and a screen that prints the invoice at the same time.
  await Promise.all([
    context.jobs.drain(),
    ...orders.map((order) => order && issueInvoiceOnce(context.db, context.clock, order)),
  ])
  await context.jobs.drain()

  const rows = await db
    .selectFrom('invoices')
    .select(['number', 'issued_at', 'order_no'])
    .where('kind', '=', 'invoice')
    .orderBy('number')
    .execute()
  expect(rows.map(({ number }) => Number(number.slice(-6)))).toEqual(
    rows.map((_, index) => index + 1),
  )
  const times = rows.map(({ issued_at }) => issued_at.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(rows.filter(({ order_no }) => waiting.includes(order_no ?? ''))).toHaveLength(50)
})

test('an invalid invoice throws and uses no number', async () => {
  const good = { rate_percent: 20, net_minor: 1_000, vat_minor: 200, mention: null }
  const { row } = await invoiced([good], {})
  const programme = await db
    .selectFrom('site_documents')
    .select('document')
    .where('code', '=', 'programme')
    .executeTakeFirstOrThrow()
  const document = programme.document as { organiser: object }
  const nameless = { ...document, organiser: { ...document.organiser, name: '' } }
  const put = (value: object) =>
    db
      .updateTable('site_documents')
      .set({ document: JSON.stringify(value) })
      .where('code', '=', 'programme')
      .execute()

  await put(nameless)
  await expect(invoiced([good], {})).rejects.toThrow('not valid')
  await put(document)
  const next = await invoiced([good], {})

  expect(Number(next.row.number.slice(-6))).toBe(Number(row.number.slice(-6)) + 1)
})

test('a proforma is outside the series, and its QR code is a SEPA transfer of the amount', async () => {
  proves('call pdf/createEntryFeeInvoice')
  const { as, id, entry } = await scene.unpaid()
  const { number, invoice_id } = await as.call(documents.createEntryFeeInvoice, {
    apply_order_id: id,
  })
  const { url } = await as.call(documentsAdded.printInvoice, { invoice_id })
  const code = pdfCode((await fetchFile(url)).rawPayload)

  expect(number).toBe(`PRO-${entry.entry_no}`)
  expect(code?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    'SPECFRPP',
    'Association Garance',
    'FR0000',
    'EUR312.00',
    '',
    '',
    entry.entry_no,
  ])
})

test('S25: a link to a document answers 410 after a quarter of an hour, and 403 when it was altered', async () => {
  proves('story S25')
  const line = { rate_percent: 20, net_minor: 26_000, vat_minor: 5_200, mention: null }
  const { url } = await invoiced([line], {})
  const other = await invoiced([line], { name: 'Somebody else' })

  const open = async (address: string) =>
    scene.app.inject({ method: 'GET', url: address, headers: { accept: 'text/html' } })
  const swapped = url.replace(/private\/[^?]+/, /private\/[^?]+/.exec(other.url)?.[0] ?? '')
  scene.setTime(new Date(Date.now() + 15 * 60_000 + 1_000))
  const late = await open(url)
  scene.setTime(new Date())
  const [good, foreign] = [await open(url), await open(swapped)]

  expect([good.statusCode, late.statusCode, foreign.statusCode]).toEqual([200, 410, 403])
  expect(late.body).toContain('This link has expired. Please open the file again from the site.')
})
