import { spawn, type ChildProcess } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { judge, money, payments } from '@awards/shared/contract'
import type { Billing } from '@awards/shared/contract'
import { dayIn, taxPeriodCloses, taxPeriodEnd, type VatRegime } from '@awards/shared/domain'
import { sql } from 'kysely'
import { requireFlux10 } from '../../../../test/flux10/flux10-schema.ts'
import { CONSUMER, paymentScene, PROGRAMME } from '../../../../test/payment-scene.ts'
import { testPlatform } from '../../../../test/test-platform.ts'
import { atScale } from '../../../../../tools/testing/scale.ts'
import { applyPayment } from '../../payments/orders/apply-payment.ts'
import type { InvoiceDocument, StoredDocument } from '../../documents/documents.types.ts'
import type { IssuedDocument, Movement } from '../books.repository.ts'
import { paymentLines, salesLines, type TaxLine } from '../books.ts'
import { emptyBody, taxReportContent, taxReportXml } from './tax-report-xml.ts'
import { platformClient } from './platform-client.ts'
import { platformExchange } from './platform-exchange.ts'

const ZONE = 'Europe/Paris'
const MINUTE = 60_000
const DAY = 86_400_000

// Noon, after everybody's account was made: nothing of a test crosses midnight.
let time = new Date(`${dayIn(new Date(Date.now() + DAY), ZONE)}T11:00:00Z`)
const platform = await testPlatform(() => time)
const scene = await paymentScene({ STORAGE_URL: '', ...platform.environment })
const { build, db, context, app } = scene
const chair = await build.juror(1)
// Sessions end as the months pass.
let asChair = scene.as(chair)
afterAll(async () => {
  await scene.stop()
  platform.stop()
})

const monthOf = (moment: Date) => `${dayIn(moment, ZONE).slice(0, 7)}-01`
const SINCE = monthOf(time)
async function organised(regime: VatRegime, more: object = {}) {
  const e_reporting = { regime, since: SINCE }
  const organiser = { ...PROGRAMME.organiser, e_reporting, ...more }
  const document = JSON.stringify({ ...PROGRAMME, number_prefix: 'GA', timezone: ZONE, organiser })
  await db.updateTable('site_documents').set({ document }).where('code', '=', 'programme').execute()
}
const config = context.config.approvedPlatform
if (!config) throw new Error('The platform is not configured')
const newProcess = () => platformExchange(context, platformClient(config, context.clock))
let here = newProcess()

function goTo(moment: Date) {
  time = moment
  scene.setTime(time)
  asChair = scene.as(chair)
}
async function rounds(count: number, exchange = here) {
  for (let round = 0; round < count; round += 1) {
    await exchange.run()
    goTo(new Date(time.getTime() + MINUTE))
  }
}

beforeAll(async () => {
  goTo(time)
  await organised('simplified')
  // The fees can be paid for as long as the tests go on.
  const ends_at = new Date(time.getTime() + 900 * DAY)
  await db.updateTable('fee_periods').set({ ends_at }).where('code', '=', 'late').execute()
  await db.updateTable('editions').set({ closes_at: ends_at }).execute()
  // The chair of these tests knows the buyers, but where a test says otherwise.
  const { edition } = await build.programme()
  await build.phase({ edition_id: edition.id, phase: 1 })
  await blind(false)
})
const blind = (blind_entrant: boolean) =>
  db
    .updateTable('phases')
    .set({ capabilities: JSON.stringify({ blind_entrant }) })
    .execute()

const ABROAD: Billing = {
  ...CONSUMER,
  kind: 'business',
  name: 'Möbel & Söhne GmbH',
  country: 'DE',
  vat_no: 'DE136695976',
}
const OVERSEAS: Billing = {
  ...CONSUMER,
  kind: 'business',
  name: 'Chairs Incorporated of Ohio',
  country: 'US',
  tax_id: '12-3456789',
}
const COMPANY: Billing = { ...CONSUMER, kind: 'business', name: 'Dupont SARL', siren: '732829320' }
const JAPAN: Billing = { ...CONSUMER, name: 'Kenji Morita', country: 'JP' }
let reference = 0

async function ordered(billing: Billing) {
  const one = await scene.unpaid()
  const { quote_id } = await one.as.call(payments.getEntryFee, { apply_order_id: one.id })
  const request = { apply_order_id: one.id, channel: 'bank_transfer' as const, billing }
  const offered = await one.as.answer(payments.entryFeePayment, { ...request, quote_id })
  // The tax of this buyer may make another price.
  const { quote } = (offered.data ?? {}) as { quote?: { quote_id: string } }
  const { order_no, amount } =
    offered.code === 200
      ? (offered.data as { order_no: string; amount: number })
      : await one.as.call(payments.entryFeePayment, { ...request, quote_id: quote?.quote_id ?? '' })
  return { ...one, order_no, amount }
}

/** A fee that came by transfer; its invoice is issued. */
async function paid(billing: Billing = CONSUMER) {
  const one = await ordered(billing)
  reference += 1
  const { version } = await scene.entryRow(one.id)
  const evidence = {
    amount_minor: one.amount,
    value_date: dayIn(time, ZONE),
    reference: `VIR ${reference}`,
  }
  const change = { apply_order_id: one.id, status: 2, version, evidence }
  await asChair.call(judge.changeEntryFeeStatus, change)
  await context.jobs.drain()
  const invoice = await db
    .selectFrom('invoices')
    .select(['id', 'number'])
    .where('order_no', '=', one.order_no)
    .where('kind', '=', 'invoice')
    .executeTakeFirstOrThrow()
  return { ...one, ...invoice }
}

async function refund(order_no: string, amount_minor: number) {
  const request = { order_no, amount_minor, reason: 'Entered twice by mistake' }
  const { out_refund_no } = await asChair.call(money.refundPayment, request)
  const proof = { reference: `OUT ${out_refund_no}`, value_date: dayIn(time, ZONE) }
  await asChair.call(money.confirmRefund, { out_refund_no, ...proof })
  await context.jobs.drain()
}

/** The clock goes to the day on which the current month is closed; its days. */
async function afterMonth(count = 3, exchange = here) {
  const from = monthOf(time)
  const to = taxPeriodEnd('simplified', 'sales', from)
  goTo(new Date(taxPeriodCloses(to, ZONE).getTime() + 12 * 60 * MINUTE))
  await rounds(count, exchange)
  return { from, to }
}

const reports = async () => (await asChair.call(money.taxReports, { pageSize: 100 })).list
const reportsOf = async ({ from }: { from: string }) =>
  (await reports()).filter((one) => one.from === from)
async function xmlOf(report_id: string) {
  const { url, filename } = await asChair.call(money.taxReportFile, { report_id })
  const file = await app.inject({ url })
  expect(file.statusCode).toBe(200)
  return { filename, xml: file.rawPayload.toString('utf8') }
}

/** Sums of the accountant's table by flow, in cents. */
async function tableOf({ from, to }: { from: string; to: string }) {
  const { url } = await asChair.call(money.exportBooks, { kind: 'e_reporting', from, to })
  const [, ...lines] = (await app.inject({ url })).rawPayload
    .toString('utf8')
    .trimEnd()
    .split('\r\n')
  const sums: Record<string, { net: number; vat: number }> = {}
  for (const line of lines) {
    const cells = line.split(';')
    const cents = (text = '') => Math.round(Number(text.replace(',', '.')) * 100)
    const sum = (sums[cells[0] ?? ''] ??= { net: 0, vat: 0 })
    sum.net += cents(cells[8])
    sum.vat += cents(cells[9])
  }
  return sums
}
/** The same by the tax office: what is in force there of a period. */
function officeOf({ from }: { from: string }) {
  const taken = platform.book.reports().filter((one) => one.from === from.replaceAll('-', ''))
  const all = taken.flatMap(({ invoices, sales }) => ({ invoices, sales }))
  const add = (rows: { net: number; vat: number }[]) => ({
    net: rows.reduce((sum, { net }) => sum + net, 0),
    vat: rows.reduce((sum, { vat }) => sum + vat, 0),
  })
  const money_ = taken.flatMap(({ payments: came }) => came)
  const gross = (rows: { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
  return {
    '10.1': add(all.flatMap(({ invoices }) => invoices)),
    '10.3': add(all.flatMap(({ sales }) => sales)),
    '10.2': gross(money_.filter(({ number }) => number !== '')),
    '10.4': gross(money_.filter(({ number }) => number === '')),
  }
}
async function expectAgreement(period: { from: string; to: string }) {
  const table = await tableOf(period)
  const gross = (flow: string) => (table[flow]?.net ?? 0) + (table[flow]?.vat ?? 0)
  const none = { net: 0, vat: 0 }
  expect(officeOf(period)).toEqual({
    '10.1': table['10.1'] ?? none,
    '10.3': table['10.3'] ?? none,
    '10.2': gross('10.2'),
    '10.4': gross('10.4'),
  })
}
const alerts = async (code: string) =>
  (await db.selectFrom('payment_alerts').select('detail').where('code', '=', code).execute()).map(
    ({ detail }) => detail,
  )

test('a month is reported once its margin has passed: sales and payments apart, each line once, as in the table', async () => {
  proves('call judge/taxReports', 'call judge/taxReportFile')
  const [consumer, japan, abroad, overseas, company] = [
    await paid(),
    await paid(JAPAN),
    await paid(ABROAD),
    await paid(OVERSEAS),
    await paid(COMPANY),
  ]
  await refund(consumer.order_no, 10_000)
  await refund(abroad.order_no, 5_000)
  await rounds(3)
  expect(await reports()).toEqual([])
  const period = await afterMonth()

  const [sales, collected] = await reportsOf(period)
  expect([sales, collected]).toMatchObject([
    { kind: 'sales', is_correction: false, state: 'checked', code: '300', ...period },
    { kind: 'payments', is_correction: false, state: 'checked', code: '300', ...period },
  ])
  expect(sales?.sums.map(({ flow, count }) => [flow, count])).toEqual([
    ['10.1', 3],
    ['10.3', 3],
  ])
  await expectAgreement(period)
  for (const { report_id, number } of [sales, collected].flatMap((one) => one ?? [])) {
    const { xml, filename } = await xmlOf(report_id)
    requireFlux10(xml)
    expect(filename).toBe(`${number}.xml`)
    expect(xml).not.toContain(company.number)
  }
  const { xml } = await xmlOf(sales?.report_id ?? '')
  expect(xml).toContain('<CompanyId schemeId="0223">DE136695976</CompanyId>')
  expect(xml).toContain('<CompanyId schemeId="0227">USChairs Incorpora</CompanyId>')
  const days = [...xml.matchAll(/<Transactions><Date>(\d+)<\/Date>.*?<CategoryCode>(\w+)</g)]
  expect(days.map(([, , category]) => category)).toEqual(['TPS1'])

  const items = await db
    .selectFrom('tax_report_items')
    .select(['invoice_id', 'ledger_id'])
    .execute()
  const invoices = items.flatMap(({ invoice_id }) => invoice_id ?? [])
  expect(invoices).toEqual(expect.arrayContaining([consumer.id, japan.id, abroad.id, overseas.id]))
  expect(invoices).not.toContain(company.id)
  expect(await alerts('REPORT_NOT_TAKEN')).toEqual([])
})

test('J9: before publication the file of a report that names businesses stays closed, and its table hides their VAT numbers', async () => {
  await blind(true)
  await paid(ABROAD)
  const period = await afterMonth()
  const [sales, collected] = await reportsOf(period)
  const report_id = sales?.report_id ?? ''
  expect(sales).toMatchObject({ state: 'checked', code: '300' })
  expect(await asChair.answer(money.taxReportFile, { report_id })).toMatchObject({
    code: 423,
    data: { reason: 'BLIND' },
  })
  const { xml: payments_ } = await xmlOf(collected?.report_id ?? '')
  expect(payments_).not.toContain('DE136695976')
  const table = async () => {
    const { url } = await asChair.call(money.exportBooks, { kind: 'e_reporting', ...period })
    return (await app.inject({ url })).rawPayload.toString('utf8')
  }
  expect(await table()).not.toContain('DE136695976')
  await expectAgreement(period)

  await blind(false)
  expect((await xmlOf(report_id)).xml).toContain('DE136695976')
  expect(await table()).toContain('DE136695976')
  // Of consumers a report has the sums of days alone.
  await paid()
  await blind(true)
  const [summed] = await reportsOf(await afterMonth())
  expect((await xmlOf(summed?.report_id ?? '')).xml).toContain('<Transactions>')
  await blind(false)
})

test('without sales nothing is sent, and the period is closed all the same', async () => {
  const before = platform.book.flows().length
  const period = await afterMonth()
  const list = await reportsOf(period)
  expect(list).toMatchObject([
    { state: 'empty', can_send_again: false, sums: [] },
    { state: 'empty', can_send_again: false, sums: [] },
  ])
  expect(platform.book.flows()).toHaveLength(before)
  expect(
    await asChair.answer(money.taxReportFile, { report_id: list[0]?.report_id ?? '' }),
  ).toMatchObject({ code: 409 })
})

test('money that becomes known after its period was closed is in a correction that replaces the whole', async () => {
  const [known, late] = [await paid(), await ordered(CONSUMER)]
  const then = time
  const period = await afterMonth()
  await expectAgreement(period)
  const payment = { txn: 'LATE', amount_minor: late.amount, currency: 'EUR', paid_at: then }
  await applyPayment(context, late.order_no, payment, { source: 'test' })
  await context.jobs.drain()
  await rounds(2)
  expect(await reportsOf(period)).toHaveLength(2)
  goTo(new Date(time.getTime() + DAY))
  await rounds(3)

  const [, correction, first] = await reportsOf(period)
  expect(correction).toMatchObject({ kind: 'payments', is_correction: true, state: 'checked' })
  expect(correction?.sums).toMatchObject([{ flow: '10.4', count: 2 }])
  const { xml } = await xmlOf(correction?.report_id ?? '')
  requireFlux10(xml)
  expect(xml).toContain('<TypeCode>RE</TypeCode>')
  await expectAgreement(period)
  const lines = await db
    .selectFrom('tax_report_items as t')
    .innerJoin('ledger as l', 'l.id', 't.ledger_id')
    .select('t.report_id')
    .where('l.order_no', 'in', [known.order_no, late.order_no])
    .execute()
  expect(new Set(lines.map(({ report_id }) => report_id))).toEqual(new Set([correction?.report_id]))
  expect(first?.can_send_again).toBe(false)
  // Equal books are not reported again.
  goTo(new Date(time.getTime() + 2 * DAY))
  await rounds(3)
  expect(await reportsOf(period)).toHaveLength(3)
})

test('a report that the tax office rejects raises an alert, and goes again once, by a chair, with what is right now', async () => {
  proves('call judge/sendTaxReportAgain')
  await paid()
  platform.book.manner.rejectsReports = 2
  const period = await afterMonth()
  const [sales, rejected] = await reportsOf(period)
  expect([sales, rejected]).toMatchObject([{ kind: 'sales', code: '301' }, { kind: 'payments' }])
  expect(rejected).toMatchObject({
    code: '301',
    state: 'refused',
    reason: 'Contrôle sémantique',
    can_send_again: true,
  })
  expect(await alerts('REPORT_NOT_TAKEN')).toEqual(
    expect.arrayContaining([`${sales?.number} · 301`, `${rejected?.number} · 301`]),
  )
  // What comes meanwhile waits for the chair, too.
  const late = await ordered(CONSUMER)
  const paid_at = new Date(`${period.to}T10:00:00Z`)
  const payment = { txn: 'MEANWHILE', amount_minor: late.amount, currency: 'EUR', paid_at }
  await applyPayment(context, late.order_no, payment, { source: 'test' })
  await context.jobs.drain()
  goTo(new Date(time.getTime() + 2 * DAY))
  await rounds(3)
  expect(await reportsOf(period)).toHaveLength(2)
  const again = (report_id = '') => asChair.answer(money.sendTaxReportAgain, { report_id })
  const pressed = await Promise.all([again(rejected?.report_id), again(rejected?.report_id)])
  expect(pressed.map(({ code }) => code).toSorted()).toEqual([200, 409])
  expect(await again(sales?.report_id)).toMatchObject({ code: 200 })
  await rounds(3)

  const next = (await reportsOf(period)).filter(({ kind }) => kind === 'payments')
  expect(next).toMatchObject([
    { state: 'checked', code: '300', is_correction: false, can_send_again: false },
    { state: 'refused', can_send_again: false },
  ])
  await expectAgreement(period)
  const log = await db
    .selectFrom('audit_log')
    .select('subject')
    .where('action', '=', 'payment.report_sent_again')
    .execute()
  // Sorted, since PostgreSQL promises no order.
  expect(log.map(({ subject }) => subject).toSorted()).toEqual([rejected?.number, sales?.number])
})

test('a report that the platform refuses at once waits for a person', async () => {
  await paid()
  platform.fail({ call: 'submit', when: 'before', how: 422 })
  const period = await afterMonth(20)
  const refused = (await reportsOf(period)).filter(({ state }) => state === 'refused')
  expect(refused).toMatchObject([{ reason: expect.stringContaining('422'), code: null }])
  await asChair.call(money.sendTaxReportAgain, { report_id: refused[0]?.report_id ?? '' })
  await rounds(3)
  await expectAgreement(period)
})

test('an answer that was lost is asked about, and several processes close a period once', async () => {
  await paid(ABROAD)
  platform.fail(
    { call: 'submit', when: 'after', how: 'cut' },
    { call: 'submit', when: 'before', how: 503 },
  )
  const from = monthOf(time)
  const period = { from, to: taxPeriodEnd('simplified', 'sales', from) }
  goTo(taxPeriodCloses(period.to, ZONE))
  const processes = [newProcess(), newProcess(), newProcess()]
  for (let round = 0; round < 45; round += 1) {
    await Promise.all(processes.map(({ run }) => run()))
    goTo(new Date(time.getTime() + MINUTE))
  }
  expect(await reportsOf(period)).toMatchObject([
    { kind: 'sales', state: 'checked', is_correction: false },
    { kind: 'payments', state: 'checked', is_correction: false },
  ])
  const files = platform.book
    .flows()
    .filter(
      ({ flowSyntax, file }) => flowSyntax === 'FRR' && file.includes(from.replaceAll('-', '')),
    )
  expect(
    files.filter(({ ack, flowDirection }) => ack === 'Ok' && flowDirection === 'Out'),
  ).toHaveLength(2)
  expect(files[0]).toMatchObject({
    processingRule: 'B2BInt',
    flowType: 'UnitaryCustomerTransactionReport',
  })
  await expectAgreement(period)
})

test('a tax in another currency is left out, with an alert: its rate in euros is not known', async () => {
  const euros = await paid()
  const charged = (currency: string) => db.updateTable('editions').set({ currency }).execute()
  await charged('CNY')
  const yuan = await ordered(CONSUMER)
  await charged('EUR')
  const payment = { txn: 'YUAN', amount_minor: yuan.amount, currency: 'CNY', paid_at: time }
  await applyPayment(context, yuan.order_no, payment, { source: 'test' })
  await context.jobs.drain()
  const period = await afterMonth()
  const list = await reportsOf(period)
  expect(list).toMatchObject([{ left_out: 1 }, { left_out: 1 }])
  expect(await alerts('REPORT_INCOMPLETE')).toEqual(
    expect.arrayContaining(list.map(({ number }) => number)),
  )
  const linked = await db
    .selectFrom('tax_report_items as t')
    .innerJoin('invoices as i', 'i.id', 't.invoice_id')
    .select('i.order_no')
    .execute()
  const orders = linked.map(({ order_no }) => order_no)
  expect(orders).toContain(euros.order_no)
  expect(orders).not.toContain(yuan.order_no)
})

test('payments are not asked for where the tax was due with the invoice', async () => {
  await organised('simplified', { vat_on_debits: true })
  await paid()
  await paid(ABROAD)
  await organised('simplified')
  const period = await afterMonth()
  const [sales, collected] = await reportsOf(period)
  expect(collected).toMatchObject({ state: 'empty' })
  const { xml } = await xmlOf(sales?.report_id ?? '')
  requireFlux10(xml)
  expect(xml.match(/<TaxDueDateTypeCode>5</g)).toHaveLength(2)
  await expectAgreement(period)
})

test('payments of a tax that the buyer pays are not asked for, and what is taken back follows the schema', async () => {
  const { id } = await paid(ABROAD)
  const { document, number } = await db
    .selectFrom('invoices')
    .select(['document', 'number'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const line = { rate_percent: 0, net_minor: 26_000, vat_minor: 0 }
  const mention = 'Autoliquidation - art. 283-2 CGI'
  const reversed = { ...(document as object), vat_lines: [{ ...line, mention }] } as StoredDocument
  const movement = {
    id: '1',
    day: dayIn(time, ZONE),
    kind: 'payment' as const,
    invoice_no: number,
    invoiced_minor: 26_000,
    document: reversed,
    billing: ABROAD,
    edition_id: '1',
  }
  const issued = { ...movement, kind: 'invoice' as const, number, moment: '', order_no: null }
  async function* only<One>(one: One) {
    yield await Promise.resolve(one)
  }
  const read = async (lines: AsyncIterable<TaxLine>) => {
    const all: TaxLine[] = []
    for await (const one of lines) all.push(one)
    return all
  }
  expect(await read(paymentLines(only(movement as Movement)))).toEqual([])
  const sales = await read(salesLines(only(issued as IssuedDocument)))
  const period = { kind: 'sales' as const, from_day: SINCE, to_day: dayIn(time, ZONE) }
  const { body } = taxReportContent(period, sales)
  expect(body).toContain('<TaxExemptionReasonCode>VATEX-EU-AE<')
  const head = {
    number: 'GA-TX-1',
    is_correction: true,
    created_at: time,
    seller: (document as unknown as InvoiceDocument).seller,
  }
  for (const content of [body, emptyBody(period), emptyBody({ ...period, kind: 'payments' })]) {
    requireFlux10(taxReportXml({ ...head, body: content }))
  }
  expect(() => requireFlux10(taxReportXml({ ...head, body: '<Sums/>' }))).toThrow(/Sums/)
})

const KILLS = atScale({ core: 2, full: 20 })
const SENDER = join(import.meta.dirname, '../../../../test/job-sender.ts')
let sender: ChildProcess | undefined
afterEach(() => void sender?.kill('SIGKILL'))

/** A process of its own that sends what is due; its clock shows this test's time. */
async function startSender() {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const { dataDir } = context.config
  await showTime()
  const env = {
    ...process.env,
    ...platform.environment,
    DATA_DIR: dataDir,
    CLOCK_SHIFT_FILE: join(dataDir, 'shift'),
  }
  const socketDir = process.env['AWARDS_TEST_SOCKET'] ?? ''
  const child = spawn(process.execPath, [SENDER, socketDir, rows[0]?.name ?? '', 'books'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  sender = child
  await new Promise<void>((ready) => child.stdout.once('data', () => ready()))
}
const showTime = () =>
  writeFile(join(context.config.dataDir, 'shift'), String(time.getTime() - Date.now()))
const killSender = () =>
  new Promise((ended) => {
    sender?.once('exit', ended)
    sender?.kill('SIGKILL')
  })
async function later(minutes: number) {
  goTo(new Date(time.getTime() + minutes * MINUTE))
  await showTime()
  await delay(50)
}

test(
  `${KILLS} kill -9 in the middle of requests, and every invoice, word of money and report is there once`,
  async () => {
    const companies = []
    for (let count = 0; count < KILLS; count += 1) companies.push(await paid(COMPANY))
    await paid()
    await paid(ABROAD)
    const from = monthOf(time)
    const period = { from, to: taxPeriodEnd('simplified', 'sales', from) }
    goTo(new Date(taxPeriodCloses(period.to, ZONE).getTime() + MINUTE))

    for (let kill = 0; kill < KILLS; kill += 1) {
      // The process dies while it waits for an answer: with one the platform has the file, with the other it has not.
      const when = kill % 2 === 0 ? 'after' : 'before'
      platform.fail({ call: 'submit', when, how: 'hang' })
      await startSender()
      while (platform.faults.length > 0) await later(1)
      await killSender()
    }
    await startSender()
    const open = () =>
      db
        .selectFrom('platform_flows')
        .select('kind')
        .where('replaced_at', 'is', null)
        .where('status', 'in', ['waiting', 'sending'])
        .execute()
    const isDone = async () =>
      (await open()).length === 0 && (await reportsOf(period)).every(({ code }) => code === '300')
    while (!(await isDone())) await later(5)
    await killSender()

    const numbers = companies.map(({ number }) => number)
    const there = platform.book.invoices().map(({ number }) => number)
    expect(there.filter((number) => numbers.includes(number)).toSorted()).toEqual(
      numbers.toSorted(),
    )
    const messages = platform.book.collected().filter(({ invoice }) => numbers.includes(invoice))
    expect(messages).toHaveLength(KILLS)
    expect(await reportsOf(period)).toHaveLength(2)
    await expectAgreement(period)
  },
  KILLS * 10_000 + 60_000,
)

test('after a change of regime a period begins where the one before has ended', async () => {
  const from = monthOf(time)
  await organised('normal_monthly')
  goTo(
    new Date(
      taxPeriodCloses(taxPeriodEnd('normal_monthly', 'sales', from), ZONE).getTime() + MINUTE,
    ),
  )
  await rounds(2)
  await organised('exempt')
  const [year, month] = from.split('-').map(Number)
  goTo(new Date(Date.UTC(year ?? 0, (month ?? 0) + 2, 10)))
  await rounds(3)
  const { rows } = await db
    .selectFrom('tax_periods')
    .select(['kind', 'from_day', 'to_day'])
    .orderBy('kind')
    .orderBy('from_day')
    .execute()
    .then((all) => ({ rows: all }))
  for (const kind of ['sales', 'payments']) {
    const periods = rows.filter((one) => one.kind === kind)
    for (const [index, { from_day }] of periods.entries()) {
      const before = periods[index - 1]
      if (before) expect(Date.parse(from_day) - Date.parse(before.to_day)).toBe(DAY)
    }
  }
  await expect(
    db
      .insertInto('tax_periods')
      .values({ kind: 'sales', from_day: SINCE, to_day: dayIn(time, ZONE), closed_at: time })
      .execute(),
  ).rejects.toThrow(/tax_periods_sales_apart/)
})

test('a report of an unknown number is not found', async () => {
  for (const call of [money.taxReportFile, money.sendTaxReportAgain]) {
    expect(await asChair.answer(call, { report_id: '42' })).toMatchObject({ code: 404 })
  }
})
