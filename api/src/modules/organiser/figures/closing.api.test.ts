import { figures } from '@awards/shared/contract'
import { PHASES, type ClosingLine } from '@awards/shared/domain'
import { deskPeople } from '../../../../test/desk-people.ts'
import { testApi } from '../../../../test/test-api.ts'
import { DAY_MS } from '../../../lib/time.ts'

const api = await testApi()
const { db, build } = api
const NOW = Date.parse('2027-01-21T12:00:00Z')
api.setTime(new Date(NOW))
const at = (days: number) => new Date(NOW + days * DAY_MS)
const edition = await build.edition({
  opens_at: at(-40),
  closes_at: at(10),
  results_at: at(60),
  code: 'CLOSING',
})
await build.edition({ opens_at: at(-400), closes_at: at(-350), code: 'OTHER' })
const SPANS = [
  ['call_open', -40, 10],
  ['admissibility', 10, 20],
  ['first_level_scoring', 20, 30],
  ['deliberation', 30, 50],
  ['frozen_embargo', 50, 60],
  ['published', 60, 90],
  ['archived', 90, 400],
] as const
for (const [name, from, to] of SPANS) {
  const span = { edition_id: edition.id, phase: PHASES[name] }
  await build.phase({ ...span, starts_at: at(from), ends_at: at(to) })
}
const { holder } = deskPeople(api)
const organiser = await holder('organise')
const person = await build.user()
const { award } = await build.programme()
const entry = (entry_status: number, more: object = {}) =>
  build.entry(person, { edition_id: edition.id, entry_status, ...more })

const read = async () => {
  // A session of its own: the clock moves by more than one lasts.
  const { lines } = await api.as(organiser).call(figures.closing, { code: 'CLOSING' })
  return (line: ClosingLine) => lines.find((one) => one.line === line)
}
const day = (days: number) => ({ at: at(days).toISOString() })
const open = (count: number) => ({ state: 'open', count })
let orders = 0
/** An order of an entry; its line follows from it. */
async function order(apply_order_id: string, status: number, more: object = {}) {
  const order_no = `AB270121${String(++orders).padStart(4, '0')}`
  const values = { apply_order_id, fee_type: 1, channel: 'card', quote: '{}', amount_minor: 100 }
  const row = { ...values, order_no, currency: 'EUR', status, expires_at: at(1), ...more }
  await db.insertInto('payment_orders').values(row).execute()
  return order_no
}
const paid = (order_no: string, moment: Date) =>
  db
    .insertInto('ledger')
    .values({
      order_no,
      at: moment,
      kind: 'payment',
      amount_minor: 100,
      currency: 'EUR',
      channel: 'card',
      provider_txn: order_no,
      source: 'notify',
    })
    .execute()

afterEach(() => api.setTime(new Date(NOW)))

test('during the call what may still come is later, and what waits for somebody is open', async () => {
  proves('call organiser/closing')
  await entry(0)
  await entry(10)
  await entry(20)
  const line = await read()
  expect(line('call')).toMatchObject({ state: 'later', ...day(10) })
  expect(line('drafts')).toMatchObject({ state: 'later', count: 1, ...day(10) })
  expect(line('unpaid')).toMatchObject(open(1))
  expect(line('admission')).toMatchObject(open(1))
  expect(line('orders')).toMatchObject({ state: 'later', count: 0, ...day(10) })
  expect(line('scores')).toMatchObject({ state: 'later', ...day(20) })
  expect(line('freeze')).toMatchObject({ state: 'later', ...day(50) })
  expect(line('publication')).toMatchObject({ state: 'later', ...day(60) })
  expect(line('certificates')).toMatchObject({ state: 'later', ...day(60) })
  expect(line('programme')).toMatchObject({ state: 'done' })
  expect(line('retention')).toMatchObject({ state: 'later', ...day(60 + 365) })
})

test('after the close drafts are named with the day on which they go; nobody has to do anything', async () => {
  api.setTime(at(12))
  const checking = await read()
  expect(checking('call')).toMatchObject({ state: 'done' })
  expect(checking('drafts')).toMatchObject({ state: 'later', count: 1, ...day(10 + 365) })
  // The fee can be paid until the jury begins.
  expect(checking('unpaid')).toMatchObject(open(1))
  api.setTime(at(25))
  const scoring = await read()
  expect(scoring('unpaid')).toMatchObject({ state: 'later', count: 1, ...day(10 + 365) })
})

test('money is open while an order, a transfer, a refund, an invoice or an alert is', async () => {
  const { id } = await entry(30)
  const transfer = { channel: 'bank_transfer' }
  await order(id, 1)
  const another = await entry(30)
  await order(another.id, 1, transfer)
  const third = await entry(30)
  const settled = await order(third.id, 2, { paid_at: at(-1) })
  await paid(settled, at(-1))
  await db
    .insertInto('refunds')
    .values({ order_no: settled, out_refund_no: 'R1', amount_minor: 100, reason: 'Asked for' })
    .execute()
  await db.insertInto('payment_alerts').values({ code: 'DUPLICATE', order_no: settled }).execute()
  // An order of another edition is counted there.
  const other = await build.entry(person, { entry_status: 30 })
  await order(other.id, 1)

  const before = await read()
  expect(before('orders')).toMatchObject(open(1))
  expect(before('transfers')).toMatchObject(open(1))
  expect(before('refunds')).toMatchObject(open(1))
  expect(before('alerts')).toMatchObject(open(1))
  expect(before('invoices')).toMatchObject(open(1))
  expect(before('books')).toMatchObject({ state: 'later', count: 1 })

  api.setTime(at(12))
  expect((await read())('books')).toMatchObject(open(1))
  const exported = (from: string, to: string) =>
    db
      .insertInto('audit_log')
      .values({
        action: 'books.exported',
        actor_role: 'chair',
        subject: 'ledger',
        after: JSON.stringify({ from, to }),
      })
      .execute()
  await exported('2027-01-01', '2027-01-19')
  expect((await read())('books')).toMatchObject(open(1))
  await exported('2027-01-20', '2027-01-31')
  expect((await read())('books')).toMatchObject({ state: 'done' })
})

test('an entry without a score is open until the results are frozen', async () => {
  const { id } = await entry(40)
  const voted = await entry(40)
  const { juror_id } = await build.juror(2)
  const seat = (apply_order_id: string, status: number) =>
    db.insertInto('assignments').values({ juror_id, apply_order_id, level: 2, status }).execute()
  await seat(voted.id, 3)
  api.setTime(at(25))
  // Nobody has it yet; then somebody has it and has not begun.
  expect((await read())('scores')).toMatchObject(open(1))
  await seat(id, 1)
  expect((await read())('scores')).toMatchObject(open(1))
  await db.updateTable('assignments').set({ status: 3 }).where('apply_order_id', '=', id).execute()
  expect((await read())('scores')).toMatchObject({ state: 'done' })
})

test('a phase that was set by hand and is over is open, and so is what it holds back', async () => {
  const forced = (is_forced: boolean) =>
    db
      .updateTable('phases')
      .set({ is_forced })
      .where('edition_id', '=', edition.id)
      .where('phase', '=', PHASES.deliberation)
      .execute()
  api.setTime(at(55))
  await forced(true)
  const held = await read()
  expect(held('phases')).toMatchObject({ state: 'open', ...day(50) })
  expect(held('freeze')).toMatchObject({ state: 'open', ...day(50) })
  expect(held('publication')).toMatchObject({ state: 'later', ...day(60) })
  await forced(false)
  const embargo = await read()
  expect(embargo('phases')).toMatchObject({ state: 'later', ...day(90) })
  expect(embargo('publication')).toMatchObject({ state: 'open' })
})

test('without publication the embargo holds back the phases after it', async () => {
  api.setTime(at(65))
  const line = await read()
  for (const key of ['phases', 'embargo'] as const) {
    expect(line(key)).toMatchObject({ state: 'open', ...day(60) })
  }
  expect(line('publication')).toMatchObject({ state: 'open' })
})

test('after publication entries left open, packages and certificates are counted', async () => {
  await entry(60, { award_id: award.id, winner_fee_status: 1, offer_expires_at: at(120) })
  const settled = { award_id: award.id, winner_fee_status: 3 }
  const winner = await entry(60, settled)
  await db
    .insertInto('certificates')
    .values({
      number: 'C-1',
      apply_order_id: winner.id,
      award_id: award.id,
      holder: 'Atelier',
      status: 'revoked',
    })
    .execute()
  const publish = { results_published_at: at(60) }
  await db.updateTable('editions').set(publish).where('id', '=', edition.id).execute()
  api.setTime(at(65))
  const line = await read()
  expect(line('embargo')).toMatchObject({ state: 'done' })
  // Both entries that were in judging have no result.
  expect(line('publication')).toMatchObject(open(2))
  expect(line('packages')).toMatchObject({ ...open(1), ...day(120) })
  expect(line('certificates')).toMatchObject(open(1))
  api.setTime(at(95))
  expect((await read())('phases')).toMatchObject({ state: 'done' })
})

test('messages, drafts of the programme and requests about data are open where they are stuck', async () => {
  const { edition_id, ...broadcast } = {
    edition_id: edition.id,
    audience: 'drafts',
    texts: '{}',
    changed_by: person.id,
    changed_at: at(0),
  }
  const waiting = { state: 'scheduled', starts_at: at(2) }
  await db
    .insertInto('broadcasts')
    .values({ ...broadcast, ...waiting, edition_id })
    .execute()
  const mail = { recipient: 'a@example.org', template: 'none', language: 'en' }
  await db.insertInto('mail_outbox').values(mail).execute()
  const line = await read()
  expect(line('broadcasts')).toMatchObject({ state: 'later', count: 1, ...day(2) })
  expect(line('mails')).toMatchObject({ state: 'later', count: 1 })
  expect(line('requests')).toMatchObject({ state: 'done' })

  await db.updateTable('broadcasts').set({ state: 'stopped' }).execute()
  await db.updateTable('mail_outbox').set({ last_error: '421' }).execute()
  // One that came back waits for nobody.
  const refused = { ...mail, last_error: '550', bounced_at: at(0) }
  await db.insertInto('mail_outbox').values(refused).execute()
  const asked = { user_id: person.id, kind: 'export', way: 'letter', received_on: '2027-01-10' }
  await db.insertInto('data_requests').values(asked).execute()
  const change = { file: 'faq.yaml', draft: '{}', changed_by: person.id, changed_at: at(0) }
  await db.insertInto('programme_drafts').values(change).execute()
  await db
    .insertInto('programme_schedules')
    .values({
      plan: 'p',
      at: at(-1),
      phases: '{}',
      scheduled_by: person.id,
      scheduled_at: at(-2),
      state: 'failed',
      reason: 'PLAN_OLD',
      ended_at: at(-1),
    })
    .execute()
  const stuck = await read()
  expect(stuck('broadcasts')).toMatchObject({ state: 'done', count: 1 })
  for (const one of ['mails', 'requests', 'programme'] as const) {
    expect({ one, ...stuck(one) }).toMatchObject({ one, ...open(1) })
  }
  expect(stuck('schedule')).toMatchObject({ state: 'open', ...day(-1) })
})

test('a season that is not live is not found', async () => {
  expect(await api.as(organiser).answer(figures.closing, { code: 'NONE' })).toMatchObject({
    code: 404,
  })
})
