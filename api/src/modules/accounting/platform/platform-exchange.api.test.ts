import { judge, money, payments } from '@awards/shared/contract'
import type { Billing } from '@awards/shared/contract'
import { CONSUMER, paymentScene, PROGRAMME } from '../../../../test/payment-scene.ts'
import {
  lifeCycleMessage,
  testPlatform,
  type PlatformFault,
} from '../../../../test/test-platform.ts'
import { platformClient } from './platform-client.ts'
import { platformExchange } from './platform-exchange.ts'

const NOW = new Date()
let time = NOW
const platform = await testPlatform(() => time)
const scene = await paymentScene({ STORAGE_URL: '', ...platform.environment })
const { build, db, context } = scene
const asChair = scene.as(await build.juror(1))
// The chair of these tests sees buyers, and with them their invoices.
const { edition } = await build.programme()
const capabilities = JSON.stringify({ blind_entrant: false })
await build.phase({ edition_id: edition.id, phase: 1, capabilities, ends_at: build.at(3_000) })
afterAll(async () => {
  await scene.stop()
  platform.stop()
})

const MINUTE = 60_000
const DAY = 86_400_000
function pass(ms: number) {
  time = new Date(time.getTime() + ms)
  scene.setTime(time)
}
const config = context.config.approvedPlatform
if (!config) throw new Error('The platform is not configured')
/** A process: its own client, token and pauses. */
const newProcess = (timeoutMs = config.timeoutMs) =>
  platformExchange(context, platformClient({ ...config, timeoutMs }, context.clock))
let here = newProcess()
beforeEach(async () => {
  pass(2 * 60 * MINUTE)
  const { manner } = platform.book
  Object.assign(manner, { lagMs: 0, repeats: false, shuffles: false })
  // What an earlier test left behind would meet the faults of this one.
  await rounds(2, newProcess())
  here = newProcess()
})

/** A SIREN with two last digits that the simulator knows; its check digit is valid. */
function sirenEndingIn(ending: string): string {
  for (let start = 1_000_000; ; start += 1) {
    const siren = `${start}${ending}`
    const sum = [...siren].reduce((whole, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
      return whole + (value > 9 ? value - 9 : value)
    }, 0)
    if (sum % 10 === 0) return siren
  }
}
const company = (ending: string): Billing => ({
  ...CONSUMER,
  kind: 'business',
  name: 'Atelier Dupont & Fils',
  siren: sirenEndingIn(ending),
})
let reference = 0

/** A fee that a company paid by transfer; its invoice is issued. */
async function paid(ending = '11', billing = company(ending)) {
  const one = await scene.unpaid()
  const { quote_id } = await one.as.call(payments.getEntryFee, { apply_order_id: one.id })
  const { order_no, amount } = await one.as.call(payments.entryFeePayment, {
    apply_order_id: one.id,
    channel: 'bank_transfer',
    quote_id,
    billing,
  })
  reference += 1
  const { version } = await scene.entryRow(one.id)
  const value_date = context.clock().toISOString().slice(0, 10)
  const evidence = { amount_minor: amount, value_date, reference: `VIR ${reference}` }
  await asChair.call(judge.changeEntryFeeStatus, {
    apply_order_id: one.id,
    status: 2,
    version,
    evidence,
  })
  await context.jobs.drain()
  return { order_no, amount, ...(await invoiceOf(order_no)) }
}
const invoiceOf = (order_no: string) =>
  db
    .selectFrom('invoices')
    .select(['id', 'number'])
    .where('order_no', '=', order_no)
    .where('kind', '=', 'invoice')
    .executeTakeFirstOrThrow()

async function refund(order_no: string, amount_minor: number) {
  const request = { order_no, amount_minor, reason: 'Entered twice by mistake' }
  const { out_refund_no } = await asChair.call(money.refundPayment, request)
  const value_date = context.clock().toISOString().slice(0, 10)
  await asChair.call(money.confirmRefund, {
    out_refund_no,
    reference: `OUT ${out_refund_no}`,
    value_date,
  })
  await context.jobs.drain()
}

/** Rounds of the job, a minute apart. */
async function rounds(count: number, exchange = here) {
  for (let round = 0; round < count; round += 1) {
    await exchange.run()
    pass(MINUTE)
  }
}
const rowsOf = (invoiceId: string) =>
  db
    .selectFrom('platform_flows')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
const rowOf = async (invoiceId: string) =>
  (await rowsOf(invoiceId)).find(({ kind, replaced_at }) => kind === 'invoice' && !replaced_at)
const eventsOf = async (invoiceId: string) =>
  (
    await db
      .selectFrom('platform_events')
      .select(['code', 'reasons'])
      .where('invoice_id', '=', invoiceId)
      .orderBy('at')
      .orderBy('code')
      .execute()
  ).map(({ code }) => code)
const alertsOf = async (order_no: string) =>
  (
    await db
      .selectFrom('payment_alerts')
      .select('code')
      .where('order_no', '=', order_no)
      .orderBy('code')
      .execute()
  ).map(({ code }) => code)
/** Files that came for an invoice, also refused ones. */
const handedIn = (number: string) =>
  platform.book
    .flows()
    .filter(({ flowSyntax, file }) => flowSyntax === 'CII' && file.includes(`>${number}<`))
const collected = (number: string) =>
  platform.book.collected().filter(({ invoice }) => invoice === number)

test('an invoice between French companies goes to the platform, its life is read, and its money is reported by rate', async () => {
  const one = await paid()
  await rounds(4)

  expect(handedIn(one.number)).toHaveLength(1)
  const row = await rowOf(one.id)
  expect(row).toMatchObject({
    status: 'sent',
    is_checked: true,
    reason: '',
    address: sirenEndingIn('11'),
  })
  expect(handedIn(one.number)).toMatchObject([
    { flowId: row?.flow_id, trackingId: row?.tracking_id },
  ])
  expect(await eventsOf(one.id)).toEqual(['200', '202', '203', '204', '205'])
  expect(collected(one.number)).toMatchObject([
    { code: '212', amounts: [{ amount: one.amount / 100, rate: 20 }] },
  ])
  expect(await alertsOf(one.order_no)).toEqual([])
})

test('a refund sends its credit note, and the money below zero', async () => {
  const one = await paid()
  await rounds(3)
  await refund(one.order_no, 12_000)
  await rounds(3)

  expect(collected(one.number).map(({ amounts }) => amounts)).toEqual([
    [{ amount: one.amount / 100, rate: 20 }],
    [{ amount: -120, rate: 20 }],
  ])
  const note = await db
    .selectFrom('invoices')
    .select(['id', 'number'])
    .where('cancels_invoice_id', '=', one.id)
    .executeTakeFirstOrThrow()
  expect(handedIn(note.number)).toHaveLength(1)
  expect(platform.book.invoices()).toContainEqual(
    expect.objectContaining({ number: note.number, type: '381' }),
  )
})

test('consumers and companies abroad stay away from it, and what lies in the outbox does not go again', async () => {
  const consumer = await paid('', CONSUMER)
  const old = await paid()
  await db
    .insertInto('platform_deliveries')
    .values({ invoice_id: old.id, reference: 'old.xml', delivered_at: context.clock() })
    .execute()
  await rounds(3)

  for (const { id, number } of [consumer, old]) {
    expect(await rowsOf(id)).toEqual([])
    expect(handedIn(number)).toEqual([])
    expect(collected(number)).toEqual([])
  }
})

const FAULTS: Record<string, PlatformFault[]> = {
  'a connection that breaks before the file is taken': [
    { call: 'submit', when: 'before', how: 'cut' },
  ],
  'a connection that breaks after the file was taken': [
    { call: 'submit', when: 'after', how: 'cut' },
  ],
  'no answer before': [{ call: 'submit', when: 'before', how: 'hang' }],
  'no answer after': [{ call: 'submit', when: 'after', how: 'hang' }],
  'a failure before': [{ call: 'submit', when: 'before', how: 500 }],
  'a failure after': [{ call: 'submit', when: 'after', how: 502 }],
  'an answer that is none': [{ call: 'submit', when: 'after', how: 'garbage' }],
  'a redirect': [{ call: 'submit', when: 'before', how: 307 }],
  'too many requests': [{ call: 'submit', when: 'before', how: 429, retryAfter: 300 }],
  'a service that is away': [{ call: 'submit', when: 'before', how: 503, retryAfter: 300 }],
  'too many requests after the file was taken': [{ call: 'submit', when: 'after', how: 429 }],
  'a token that is refused': [{ call: 'submit', when: 'before', how: 401 }],
  'no token': [
    { call: 'token', when: 'before', how: 500 },
    { call: 'token', when: 'before', how: 'cut' },
  ],
  'a directory that is away': [{ call: 'directory', when: 'before', how: 503 }],
  'a search that fails meanwhile': [
    { call: 'submit', when: 'after', how: 'cut' },
    { call: 'search', when: 'before', how: 500 },
    { call: 'search', when: 'after', how: 400 },
  ],
}

test.each(Object.entries(FAULTS))(
  '%s: the invoice and its money arrive once',
  async (_name, faults) => {
    const one = await paid()
    // A busy machine is not always in time with the other answers, so that only the wait for none is short.
    if (faults.some(({ how }) => how === 'hang')) here = newProcess(500)
    platform.fail(...faults)
    await rounds(45)

    expect(platform.faults).toEqual([])
    expect(handedIn(one.number).filter(({ ack }) => ack === 'Ok')).toHaveLength(1)
    expect(collected(one.number)).toHaveLength(1)
    expect(await rowOf(one.id)).toMatchObject({ status: 'sent', is_checked: true })
    expect(await alertsOf(one.order_no)).toEqual([])
  },
)

test('a platform that asks for a pause gets it, for all that waits', async () => {
  const [one] = [await paid(), await paid()]
  platform.fail({ call: 'submit', when: 'before', how: 429, retryAfter: 600 })
  const submits = () => platform.calls.filter(({ call }) => call === 'submit').length
  const asked = submits() + 1
  await here.run()
  await rounds(9)
  expect(submits()).toBe(asked)
  await rounds(3)
  expect(handedIn(one.number)).toHaveLength(1)
})

test('what was taken and is listed late is not sent again', async () => {
  const one = await paid()
  platform.book.manner.lagMs = 15 * MINUTE
  platform.fail({ call: 'submit', when: 'after', how: 'cut' })
  await rounds(10)
  expect(await rowOf(one.id)).toMatchObject({ status: 'sending', attempts: 1 })
  await rounds(35)
  expect(handedIn(one.number)).toHaveLength(1)
  expect(await rowOf(one.id)).toMatchObject({ status: 'sent', attempts: 1 })
})

test('what went twice is taken once, and known by the first of its numbers', async () => {
  const one = await paid()
  platform.book.manner.lagMs = 40 * MINUTE
  platform.fail({ call: 'submit', when: 'after', how: 'cut' })
  await rounds(70)

  const [first, second] = handedIn(one.number)
  expect(second).toMatchObject({ ack: 'Error' })
  expect(await rowOf(one.id)).toMatchObject({
    status: 'sent',
    is_checked: true,
    flow_id: first?.flowId,
  })
  expect(collected(one.number)).toHaveLength(1)
  expect(await alertsOf(one.order_no)).toEqual([])
})

test('checks that passed hours before the answer of a second try are known all the same', async () => {
  const one = await paid()
  platform.fail(
    { call: 'submit', when: 'after', how: 429, retryAfter: 3_600 },
    { call: 'submit', when: 'before', how: 429, retryAfter: 3_600 },
  )
  await rounds(130)
  expect(handedIn(one.number)).toHaveLength(2)
  expect(await rowOf(one.id)).toMatchObject({ status: 'sent', is_checked: true })
  expect(collected(one.number)).toHaveLength(1)
})

test('a rejection that is read before it is known that the file went twice counts', async () => {
  platform.book.manner.lagMs = 15 * MINUTE
  const one = await paid('96')
  platform.fail({ call: 'submit', when: 'after', how: 429 })
  await rounds(45)
  expect(handedIn(one.number)).toHaveLength(2)
  expect(await rowOf(one.id)).toMatchObject({
    status: 'refused',
    reason: expect.stringContaining('REJ_SEMAN'),
  })
  expect(await alertsOf(one.order_no)).toEqual(['INVOICE_NOT_TAKEN'])
})

test('a process that dies during its request leaves it to another, which asks before it sends', async () => {
  const [asked, unasked] = [await paid(), await paid()]
  await here.run()
  // As the row lies while the request is on its way: with one the platform got it, with the other it did not.
  const dead = {
    status: 'sending',
    flow_id: null,
    sent_at: null,
    is_checked: false,
    asked_at: time,
    run_at: time,
  }
  for (const { id } of [asked, unasked]) {
    await db.updateTable('platform_flows').set(dead).where('invoice_id', '=', id).execute()
  }
  const flows = platform.book.flows()
  const lost = handedIn(unasked.number)[0]
  if (lost) flows.splice(flows.indexOf(lost), 1)
  await rounds(45, newProcess())

  for (const { id, number } of [asked, unasked]) {
    expect(handedIn(number)).toHaveLength(1)
    expect(await rowOf(id)).toMatchObject({ status: 'sent', is_checked: true })
  }
})

test('several processes at once send each thing once', async () => {
  const all = [await paid(), await paid(), await paid()]
  const processes = [newProcess(), newProcess(), newProcess()]
  for (let round = 0; round < 4; round += 1) {
    await Promise.all(processes.map(({ run }) => run()))
    pass(MINUTE)
  }
  for (const { number } of all) {
    expect(handedIn(number)).toHaveLength(1)
    expect(collected(number)).toHaveLength(1)
  }
})

test('a buyer without a line in the directory is asked for daily, and goes when it has one', async () => {
  const one = await paid('98')
  await rounds(30)
  expect(await rowOf(one.id)).toMatchObject({
    status: 'no_address',
    reason: expect.stringContaining('not in the directory'),
  })
  expect(handedIn(one.number)).toEqual([])
  expect(await alertsOf(one.order_no)).toEqual(['INVOICE_NO_ADDRESS'])
  // Chairs read it who may not know the buyer.
  const alerts = await db
    .selectFrom('payment_alerts')
    .select('detail')
    .where('order_no', '=', one.order_no)
    .execute()
  expect(alerts).toEqual([{ detail: one.number }])
  const asked = platform.calls.filter(({ call }) => call === 'directory').length
  await rounds(30)
  expect(platform.calls.filter(({ call }) => call === 'directory')).toHaveLength(asked)
  pass(DAY)
  await rounds(2)
  expect(platform.calls.filter(({ call }) => call === 'directory')).toHaveLength(asked + 1)
})

test('what the platform does not take is shown with its reason, and money for it waits', async () => {
  const [invalid, rejected] = [await paid('94'), await paid('96')]
  await rounds(5)

  expect(await rowOf(invalid.id)).toMatchObject({
    status: 'refused',
    reason: expect.stringContaining('InvalidSchema'),
  })
  expect(await rowOf(rejected.id)).toMatchObject({
    status: 'refused',
    reason: expect.stringContaining('REJ_SEMAN'),
  })
  for (const { order_no, number } of [invalid, rejected]) {
    expect(await alertsOf(order_no)).toEqual(['INVOICE_NOT_TAKEN'])
    expect(handedIn(number)).toHaveLength(1)
  }
  expect(collected(invalid.number)).toEqual([])
})

test('what is not of the standard is refused at once and not repeated', async () => {
  const one = await paid()
  platform.fail({ call: 'submit', when: 'before', how: 422 })
  await rounds(30)
  expect(await rowOf(one.id)).toMatchObject({
    status: 'refused',
    reason: expect.stringContaining('422'),
  })
  expect(handedIn(one.number)).toEqual([])
  expect(await alertsOf(one.order_no)).toEqual(['INVOICE_NOT_TAKEN'])
})

test.each([
  ['97', ['200', '202', '203', '210']],
  ['95', ['200', '202', '203', '207', '205']],
])(
  'a buyer that contests (…%s) raises an alert, and the invoice stays at the platform',
  async (ending, codes) => {
    const one = await paid(ending)
    await rounds(5)
    expect(await eventsOf(one.id)).toEqual(codes)
    expect(await rowOf(one.id)).toMatchObject({ status: 'sent' })
    expect(await alertsOf(one.order_no)).toEqual(['INVOICE_CONTESTED'])
    const shown = await asChair.call(money.alertList, { open: '1', pageSize: 100 })
    expect(shown.list).toContainEqual(
      expect.objectContaining({
        order_no: one.order_no,
        detail: expect.stringContaining(one.number),
      }),
    )
  },
)

test('messages that come twice and in any order give the same life', async () => {
  platform.book.manner.repeats = true
  platform.book.manner.shuffles = true
  const one = await paid()
  await here.run()
  pass(10 * MINUTE)
  await rounds(3)
  expect(new Set(await eventsOf(one.id))).toEqual(new Set(['200', '202', '203', '204', '205']))
  expect((await eventsOf(one.id)).at(-1)).toBe('205')
})

test('unknown codes are kept, and a message that nobody can read holds up nothing', async () => {
  const one = await paid()
  await rounds(2)
  for (const bad of ['no xml', '<!DOCTYPE x [<!ENTITY a "b">]><x/>', '<other/>'])
    platform.book.receive(bad)
  const message = { number: one.number, at: new Date(time.getTime() + DAY) }
  platform.book.receive(lifeCycleMessage({ ...message, code: '299' }))
  platform.book.receive(lifeCycleMessage({ ...message, number: 'SOMEBODY-ELSE', code: '205' }))
  await rounds(2)

  expect(await eventsOf(one.id)).toContain('299')
  const others = await db
    .selectFrom('platform_events')
    .selectAll()
    .where('invoice_id', 'is', null)
    .execute()
  expect(others.filter(({ code }) => code === '')).toHaveLength(3)
  expect(others).toContainEqual(
    expect.objectContaining({ invoice_no: 'SOMEBODY-ELSE', code: '205' }),
  )
})

test('a page of maintenance in place of a message is not taken for it', async () => {
  const one = await paid()
  await rounds(1)
  const message = { number: one.number, at: new Date(time.getTime() + DAY), code: '210' }
  platform.book.receive(lifeCycleMessage(message))
  platform.fail({ call: 'flow', when: 'before', how: 'garbage' })
  await rounds(3)
  expect(await eventsOf(one.id)).toContain('210')
})

test('a list of changes longer than a page is read to its end', async () => {
  const one = await paid()
  await rounds(3)
  for (let count = 0; count < 230; count += 1) {
    const at = new Date(time.getTime() + count * 1_000)
    platform.book.receive(lifeCycleMessage({ number: one.number, code: String(300 + count), at }))
  }
  await rounds(1)
  expect((await eventsOf(one.id)).filter((code) => Number(code) >= 300)).toHaveLength(230)
})

test('a platform that is silent for a day raises an alert', async () => {
  const one = await paid()
  const away = (count: number) =>
    platform.fail(
      ...Array.from(
        { length: count },
        () => ({ call: 'directory', when: 'before', how: 503 }) as const,
      ),
    )
  away(1)
  await rounds(1)
  expect(await alertsOf(one.order_no)).toEqual([])
  pass(DAY)
  away(1)
  await rounds(1)
  expect(await alertsOf(one.order_no)).toEqual(['PLATFORM_SILENT'])
  await rounds(70)
  expect(handedIn(one.number)).toHaveLength(1)
})

test('a token that was withdrawn is renewed within the call', async () => {
  const one = await paid()
  await here.run()
  platform.endTokens()
  const other = await paid()
  await rounds(2)
  for (const { number } of [one, other]) expect(handedIn(number)).toHaveLength(1)
})

test('money is not reported where the tax is due with the invoice', async () => {
  const organised = (vat_on_debits: boolean) =>
    db
      .updateTable('site_documents')
      .set({
        document: JSON.stringify({
          ...PROGRAMME,
          organiser: { ...PROGRAMME.organiser, vat_on_debits },
        }),
      })
      .where('code', '=', 'programme')
      .execute()
  await organised(true)
  const one = await paid()
  await organised(false)
  const other = await paid()
  await rounds(4)
  expect(handedIn(one.number)).toHaveLength(1)
  expect(collected(one.number)).toEqual([])
  expect(collected(other.number)).toHaveLength(1)
})

/** What the desk says of the papers of a payment. */
const shown = async (order_no: string) =>
  (await asChair.call(money.payment, { order_no })).documents.map(({ platform: at }) => at)

test('the desk shows where an invoice stands, by the time of its events', async () => {
  proves('call judge/payment')
  const [one, consumer] = [await paid(), await paid('', CONSUMER)]
  expect(await shown(one.order_no)).toEqual([undefined])
  platform.fail({ call: 'submit', when: 'before', how: 'cut' })
  await here.run()
  expect(await shown(one.order_no)).toMatchObject([
    { state: 'sending', code: null, can_send_again: false },
  ])
  await rounds(25)
  expect(await shown(one.order_no)).toMatchObject([
    { state: 'checked', code: '205', reason: '', can_send_again: false },
  ])
  expect(await shown(consumer.order_no)).toEqual([undefined])

  const at = new Date(time.getTime() + DAY)
  const reason: [string, string] = ['TX_TVA_ERR', 'Taux de TVA erroné']
  platform.book.receive(lifeCycleMessage({ number: one.number, code: '207', at, reason }))
  platform.book.receive(
    lifeCycleMessage({ number: one.number, code: '204', at: new Date(at.getTime() - 5_000) }),
  )
  await rounds(2)
  const stamp = new Date(Math.floor(at.getTime() / 1_000) * 1_000).toISOString()
  expect(await shown(one.order_no)).toMatchObject([
    { code: '207', at: stamp, reason: 'Taux de TVA erroné' },
  ])
})

test('what was not taken is sent again by the chair, once, and the audit log says so', async () => {
  proves('call judge/sendInvoiceAgain')
  const one = await paid()
  platform.fail({ call: 'submit', when: 'before', how: 422 })
  await rounds(2)
  expect(await shown(one.order_no)).toMatchObject([{ state: 'refused', can_send_again: true }])
  const again = () => asChair.answer(money.sendInvoiceAgain, { invoice_id: one.id })
  const pressed = await Promise.all([again(), again()])
  expect(pressed.map(({ code }) => code).toSorted()).toEqual([200, 409])
  await rounds(3)

  expect(handedIn(one.number)).toHaveLength(1)
  expect(collected(one.number)).toHaveLength(1)
  expect(new Set((await rowsOf(one.id)).map(({ tracking_id }) => tracking_id)).size).toBe(3)
  expect(await again()).toMatchObject({ code: 409 })
  const log = await db
    .selectFrom('audit_log')
    .select('action')
    .where('subject', '=', one.order_no)
    .execute()
  expect(log.filter(({ action }) => action === 'payment.invoice_sent_again')).toHaveLength(1)
})

test('a rejected invoice that is sent again is judged by what comes after', async () => {
  const one = await paid('96')
  await rounds(4)
  expect(await shown(one.order_no)).toMatchObject([
    { state: 'refused', reason: expect.stringContaining('213') },
  ])
  await asChair.call(money.sendInvoiceAgain, { invoice_id: one.id })
  await here.run()
  expect(await shown(one.order_no)).toMatchObject([{ state: 'checked', code: '200' }])
})

test('an invoice of another panel, or one that does not go there, is not sent again', async () => {
  const [one, consumer] = [await paid('98'), await paid('', CONSUMER)]
  await rounds(1)
  const elsewhere = scene.as(await build.juror(1, { category_ids: [(await build.category()).id] }))
  expect(await elsewhere.answer(money.sendInvoiceAgain, { invoice_id: one.id })).toMatchObject({
    code: 403,
  })
  for (const invoice_id of [consumer.id, '42']) {
    expect(await asChair.answer(money.sendInvoiceAgain, { invoice_id })).toMatchObject({
      code: 404,
    })
  }
})

test('word of money that went twice is the same file, of which the platform keeps one', async () => {
  const one = await paid()
  await rounds(1)
  const submits = () => platform.calls.filter(({ call }) => call === 'submit').length
  const before = submits()
  platform.fail({ call: 'submit', when: 'after', how: 429 })
  await rounds(45)
  expect(submits()).toBe(before + 2)
  expect(collected(one.number)).toHaveLength(1)
})
