import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { documents, judge, money, payments } from '@awards/shared/contract'
import type { Billing, Input } from '@awards/shared/contract'
import { CONSUMER, paymentScene } from '../../../test/payment-scene.ts'
import { applyPayment } from '../payments/orders/apply-payment.ts'
import { applyRefund } from '../payments/refunds/refunds.ts'

// The outbox of a single machine is looked at.
const scene = await paymentScene({ STORAGE_URL: '' })
const { build, db, context, app } = scene
const asChair = scene.as(await build.juror(1))
const NOW = new Date()
const day = (days: number) => build.at(days).toISOString().slice(0, 10)
const YEAR = { from: day(-40), to: day(2) }
let reference = 0
afterAll(() => scene.stop())

const BUSINESS: Billing = {
  ...CONSUMER,
  kind: 'business',
  name: '=Dupont; Fils "SA"',
  siren: '732829320',
}
const ABROAD: Billing = { ...CONSUMER, name: 'Kenji Morita', country: 'JP' }

/** A fee that came by transfer. */
async function paid(billing: Billing) {
  const one = await scene.unpaid()
  const { quote_id } = await one.as.call(payments.getEntryFee, { apply_order_id: one.id })
  const started = await one.as.call(payments.entryFeePayment, {
    apply_order_id: one.id,
    channel: 'bank_transfer',
    quote_id,
    billing,
  })
  reference += 1
  const { version } = await scene.entryRow(one.id)
  await asChair.call(judge.changeEntryFeeStatus, {
    apply_order_id: one.id,
    status: 2,
    version,
    evidence: {
      amount_minor: started.amount,
      value_date: day(-1),
      reference: `-VIR ${reference}`,
    },
  })
  await context.jobs.drain()
  return { ...started, payer: one }
}

async function refund(order_no: string, amount_minor: number) {
  const request = { order_no, amount_minor, reason: 'Entered twice by mistake' }
  const { out_refund_no } = await asChair.call(money.refundPayment, request)
  const proof = { out_refund_no, reference: `OUT ${order_no}`, value_date: day(0) }
  await asChair.call(money.confirmRefund, proof)
  await context.jobs.drain()
}

/** The lines of an exported book, each by the names of its columns. */
async function book(kind: Input<typeof money.exportBooks>['kind'], period = YEAR) {
  const { url, filename, rows } = await asChair.call(money.exportBooks, { kind, ...period })
  const file = await app.inject({ url })
  expect(file.statusCode).toBe(200)
  const text = file.rawPayload.toString('utf8')
  expect(text.startsWith('\ufeff')).toBe(true)
  const [head = '', ...lines] = text.slice(1).trimEnd().split('\r\n')
  const names = head.split(';')
  const table = lines.map((line) => {
    const cells = line.match(/("([^"]|"")*"|[^;]*)(;|$)/g) ?? []
    const values = cells.map((cell) => cell.replace(/;$/, '').replace(/^"|"$/g, ''))
    return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
  })
  const total = table.filter(({ [names[0] ?? '']: first }) => first === 'Total')
  return { filename, rows, lines: table.filter((line) => !total.includes(line)), total }
}
const cents = (text = '') => Math.round(Number(text.replace(',', '.')) * 100)
const sum = (lines: Record<string, string>[], name: string) =>
  lines.reduce((whole, line) => whole + cents(line[name]), 0)

beforeAll(async () => {
  scene.setTime(NOW)
  // The chair of these tests knows the buyers.
  const { edition } = await build.programme()
  const capabilities = JSON.stringify({ blind_entrant: false })
  await build.phase({ edition_id: edition.id, phase: 1, capabilities })
  const [consumer] = [await paid(CONSUMER), await paid(BUSINESS), await paid(ABROAD)]
  await refund(consumer.order_no, 10_000)
})

test('the ledger book adds up to the ledger, with debit, credit and a total', async () => {
  proves('call judge/exportBooks')
  const { lines, total, rows, filename } = await book('ledger')
  const facts = await db.selectFrom('ledger').selectAll().execute()
  const of = (kind: string) =>
    facts.filter((one) => one.kind === kind).reduce((whole, one) => whole + one.amount_minor, 0)

  expect(filename).toBe(`encaissements_${YEAR.from}_${YEAR.to}.csv`)
  expect(rows).toBe(facts.length)
  expect(lines).toHaveLength(4)
  expect([sum(lines, 'Débit'), sum(lines, 'Crédit')]).toEqual([of('payment'), of('refund')])
  expect(total).toMatchObject([{ Devise: 'EUR', Crédit: '100,00' }])
  expect(cents(total[0]?.['Débit'])).toBe(of('payment'))
  expect(lines.map((line) => line['Référence'])).toContain("'-VIR 1")
})

test('the register of invoices has the buyer, the tax by rate, and credit notes below zero', async () => {
  const { lines, total } = await book('invoices')
  const invoices = lines.filter((line) => line['Nature'] === 'Facture')
  expect(invoices).toHaveLength(3)
  expect(invoices).toContainEqual(
    expect.objectContaining({
      Client: `'=Dupont; Fils ""SA""`,
      'Type de client': 'Professionnel',
      Pays: 'FR',
      SIREN: '732829320',
      'Taux de TVA': '20',
      'Montant HT': '260,00',
      TVA: '52,00',
    }),
  )
  expect(lines.filter((line) => line['Nature'] === 'Avoir')).toMatchObject([
    { 'Montant TTC': '-100,00' },
  ])
  expect(sum(lines, 'Montant TTC')).toBe(cents(total[0]?.['Montant TTC']))
})

test('the report leaves out business between French firms, and its payments agree with the ledger', async () => {
  const { lines } = await book('e_reporting')
  const { lines: ledger } = await book('ledger')
  const business = ledger.find((line) => line['Référence'] === "'-VIR 2")
  const reported = sum(ledger, 'Débit') - sum(ledger, 'Crédit') - cents(business?.['Débit'])

  const flow = (name: string) => lines.filter((line) => line['Flux'] === name)
  expect(flow('10.1')).toEqual([])
  expect(sum(flow('10.4'), 'Montant TTC')).toBe(reported)
  expect(sum(flow('10.3'), 'Montant TTC')).toBe(reported)
  expect(flow('10.3').map((line) => line['Lieu du client'])).toEqual(
    expect.arrayContaining(['FR', 'HORS UE']),
  )
})

test('a second payment of an order is in the ledger, and is no sale to report', async () => {
  const { order_no, amount } = await paid(ABROAD)
  const collected = async () => {
    const { lines } = await book('e_reporting')
    return sum(
      lines.filter((line) => line['Flux'] === '10.4'),
      'Montant TTC',
    )
  }
  const before = await collected()
  const twice = { txn: 'TWICE', amount_minor: amount, currency: 'EUR', paid_at: NOW }
  await applyPayment(context, order_no, twice, { source: 'test' })

  expect(await collected()).toBe(before)
  const [out] = await db
    .selectFrom('refunds')
    .select('out_refund_no')
    .where('order_no', '=', order_no)
    .execute()
  await applyRefund(context, out?.out_refund_no ?? '', 'succeeded', { source: 'test' })
  expect(await collected()).toBe(before)
  const { lines } = await book('ledger')
  expect(lines.find((line) => line['Référence'] === 'TWICE')).toMatchObject({ Facture: '' })
})

test.each([[{ from: day(1), to: day(0) }], [{ from: '2020-01-01', to: '2021-01-02' }]])(
  'the days %j are refused in their field',
  async (period) => {
    expect(await asChair.answer(money.exportBooks, { kind: 'ledger', ...period })).toMatchObject({
      code: 422,
      msg: { to: [expect.any(String)] },
    })
  },
)

test('a whole leap year can be exported, and days without money are an empty book', async () => {
  expect(await book('ledger', { from: '2024-01-01', to: '2024-12-31' })).toMatchObject({
    rows: 0,
    lines: [],
    total: [],
  })
})

test('invoices between French firms wait for the platform in the outbox, each once', async () => {
  const folder = path.join(context.config.dataDir, 'outbox', 'pa')
  const deliver = async () => {
    await db
      .updateTable('jobs')
      .set({ run_at: new Date(0) })
      .where('name', '=', 'money.platform')
      .execute()
    await context.jobs.drain()
    return readdir(folder)
  }
  await context.jobs.enqueue(db, 'money.platform', {})
  const files = await deliver()
  const { lines } = await book('invoices')
  const invoice = lines.find((line) => line['SIREN'] === '732829320')

  expect(files).toEqual([`${invoice?.['Date']}_${invoice?.['Numéro']}.xml`])
  const xml = await readFile(path.join(folder, files[0] ?? ''), 'utf8')
  expect(xml).toContain('CrossIndustryInvoice')
  expect(xml).toContain(String(invoice?.['Numéro']))
  expect(await deliver()).toEqual(files)
})

test('a corrected invoice has the numbers of its own buyer, none of the buyer of the order', async () => {
  const { payer, order_no } = await paid(BUSINESS)
  const corrected = { apply_order_id: payer.id, billing: CONSUMER }
  await payer.as.call(documents.createEntryFeeInvoice, corrected)
  const { lines } = await book('invoices')
  const papers = lines.filter((line) => line['Commande'] === order_no)
  expect(papers.map((line) => [line['Nature'], line['Type de client'], line['SIREN']])).toEqual([
    ['Facture', 'Professionnel', BUSINESS.siren],
    ['Avoir', 'Professionnel', BUSINESS.siren],
    ['Facture', 'Particulier', ''],
  ])
})
