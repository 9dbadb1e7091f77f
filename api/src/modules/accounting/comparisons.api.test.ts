import { money } from '@awards/shared/contract'
import { sql } from 'kysely'
import { testApi } from '../../../test/test-api.ts'
import type { CoreContext } from '../payments/orders/apply-payment.ts'
import type { Order } from '../payments/payment-types.ts'
import { bankProvider } from '../payments/channels/bank/bank-channel.ts'
import type { Provider, StatementFact } from '../payments/channels/provider.ts'
import { compareDueDays } from './comparisons.service.ts'

const { build, context, db, as, setTime } = await testApi()
const chair = await build.juror(1)
const asChair = as(chair)

const TODAY = '2027-03-04T09:00:00Z'
const YESTERDAY = '2027-03-03'
const NOON = '2027-03-03T12:00:00Z'

/** What the card service has booked, by day; a day that is absent cannot be fetched. */
let statements: Record<string, StatementFact[] | undefined> = {}
const provider: Provider = {
  ...bankProvider,
  async statement(day) {
    const lines = statements[day]
    if (!lines) throw new Error('The statement is not ready')
    return lines
  },
}
const core: CoreContext = { ...context, providers: { card: provider } }

let sequence = 0
async function order(given: Partial<Pick<Order, 'status' | 'amount_minor'>> = {}) {
  sequence += 1
  const entry = await build.entry(await build.user(), { entry_status: 10, entry_fee_status: 1 })
  const order_no = `CARD${String(sequence).padStart(8, '0')}`
  await db
    .insertInto('payment_orders')
    .values({
      order_no,
      apply_order_id: entry.id,
      fee_type: 1,
      channel: 'card',
      quote: JSON.stringify({ amount_ht: 26_000, vat_rate: 20, vat_amount: 5_200 }),
      amount_minor: 31_200,
      currency: 'EUR',
      status: 1,
      expires_at: '2027-03-03T13:00:00Z',
      ...given,
    })
    .execute()
  const { order_no: number, amount_minor } = { amount_minor: 31_200, ...given, order_no }
  return { number, entry: entry.id, line: line(number, amount_minor) }
}

const line = (order_no: string, amount_minor = 31_200, at = NOON): StatementFact => ({
  fact: 'payment',
  order_no,
  reference: `pi_${order_no}`,
  amount_minor,
  currency: 'EUR',
  at: new Date(at),
})
const refundLine = (order_no: string, amount_minor: number, at = NOON): StatementFact => ({
  ...line(order_no, amount_minor, at),
  fact: 'refund',
  reference: `R${order_no}`,
})
const record = ({ fact, order_no, reference, ...money }: StatementFact) =>
  db
    .insertInto('ledger')
    .values({
      ...money,
      kind: fact,
      order_no: order_no ?? '',
      provider_txn: reference,
      channel: 'card',
      source: 'callback',
    })
    .execute()
const yesterday = (...lines: StatementFact[]) => {
  statements = { '2027-03-01': [], '2027-03-02': [], [YESTERDAY]: lines }
}
const results = async (day = YESTERDAY) =>
  (await asChair.call(money.comparisons, { pageSize: 100 })).list.filter((one) => one.day === day)
const openAlerts = async () =>
  (await asChair.call(money.alertList, { open: '1', pageSize: 100 })).list.map((one) => one.detail)

beforeEach(async () => {
  setTime(TODAY)
  statements = {}
  for (const table of ['statement_comparisons', 'statement_lines', 'payment_alerts'] as const) {
    await db.deleteFrom(table).execute()
  }
  const forget = 'alter table ledger disable trigger ledger_append_only'
  await sql.raw(forget).execute(db)
  await db.deleteFrom('ledger').execute()
  await sql.raw(forget.replace('disable', 'enable')).execute(db)
})

test('the statement applies all payments whose webhooks were lost, and the ledgers agree', async () => {
  proves('call judge/comparisons')
  const lost = [await order(), await order(), await order()]
  yesterday(...lost.map((one) => one.line))

  await compareDueDays(core)

  expect(await results()).toMatchObject([
    {
      channel: 'card',
      status: 'equal',
      currency: 'EUR',
      error: null,
      theirs_minor: 93600,
      ours_minor: 93600,
      differences: lost.map(({ number }) => ({
        kind: 'missing_here',
        fact: 'payment',
        order_no: number,
        is_healed: true,
        theirs_minor: 31200,
        ours_minor: 31200,
      })),
    },
  ])
  for (const { number, entry } of lost) {
    const paid = await db.selectFrom('payment_orders').selectAll().where('order_no', '=', number)
    expect(await paid.executeTakeFirst()).toMatchObject({
      status: 2,
      provider_txn: `pi_${number}`,
      paid_at: new Date(NOON),
    })
    const row = db.selectFrom('apply_orders').selectAll().where('id', '=', entry)
    expect(await row.executeTakeFirst()).toMatchObject({ entry_fee_status: 2, entry_status: 20 })
  }
  expect(await openAlerts()).toEqual([])
  expect(await results('2027-03-02')).toMatchObject([{ status: 'equal', differences: [] }])
})

test('a payment in the ledger is not applied twice', async () => {
  const one = await order()
  yesterday(one.line)
  await compareDueDays(core)

  setTime('2027-03-05T09:30:00Z')
  statements['2027-03-04'] = []
  await compareDueDays(core)

  const { length } = await db.selectFrom('ledger').selectAll().execute()
  expect(length).toBe(1)
  expect(await results()).toMatchObject([
    { status: 'equal', differences: [{ order_no: one.number, is_healed: true }] },
  ])
})

test('a missing line, a different amount and a foreign line are shown', async () => {
  const [ours, other] = [await order(), await order()]
  await record(ours.line)
  await record(other.line)
  yesterday({ ...other.line, amount_minor: 30_000 }, line('NOBODY01', 500))

  await compareDueDays(core)

  const shown = { is_healed: false, fact: 'payment' }
  expect(await results()).toMatchObject([
    {
      status: 'differs',
      theirs_minor: 30_500,
      ours_minor: 62_400,
      differences: [
        { ...shown, kind: 'amount', theirs_minor: 30_000, ours_minor: 31_200 },
        { ...shown, kind: 'missing_here', order_no: 'NOBODY01', ours_minor: null },
        { ...shown, kind: 'missing_there', order_no: ours.number, theirs_minor: null },
      ],
    },
  ])
  expect(await openAlerts()).toEqual([`card ${YESTERDAY}`])
})

test('equal totals do not hide differing lines', async () => {
  const [ours, theirs] = [await order(), await order()]
  await record(ours.line)
  yesterday({ ...theirs.line, order_no: null })

  await compareDueDays(core)

  expect(await results()).toMatchObject([
    { status: 'differs', theirs_minor: 31_200, ours_minor: 31_200 },
  ])
})

test('a refund is matched by our number, also a day later', async () => {
  const one = await order()
  await record({ ...one.line, at: new Date('2027-03-02T10:00:00Z') })
  await record(refundLine(one.number, 31_200, '2027-03-03T00:00:20Z'))
  statements = {
    '2027-03-01': [],
    '2027-03-02': [one.line, refundLine(one.number, 31_200, '2027-03-02T23:59:50Z')],
    [YESTERDAY]: [],
  }

  await compareDueDays(core)

  expect(await results('2027-03-02')).toMatchObject([{ status: 'equal', theirs_minor: 0 }])
  expect(await results()).toMatchObject([{ status: 'equal', ours_minor: 0, differences: [] }])
})

test('a refund missing in the ledger is left to a person', async () => {
  const one = await order()
  await record(one.line)
  yesterday(one.line, refundLine(one.number, 31_200))

  await compareDueDays(core)

  expect(await results()).toMatchObject([
    { status: 'differs', differences: [{ kind: 'missing_here', fact: 'refund' }] },
  ])
})

test('currencies are compared separately', async () => {
  const one = await order()
  await record(one.line)
  yesterday(one.line, { ...line('NOBODY02', 700), currency: 'CNY' })

  await compareDueDays(core)

  expect(await results()).toMatchObject([
    { currency: 'CNY', status: 'differs', theirs_minor: 700, ours_minor: 0 },
    { currency: 'EUR', status: 'equal', theirs_minor: 31_200 },
  ])
})

test('a statement that is not ready is retried with backoff; after a day an alert is raised', async () => {
  await compareDueDays(core)
  expect(await results()).toMatchObject([
    { status: 'failed', error: 'The statement is not ready', differences: [] },
  ])
  const waits: number[] = []
  for (let tries = 2; tries <= 8; tries += 1) {
    const [row] = await db.selectFrom('statement_comparisons').selectAll().execute()
    expect(await openAlerts()).toEqual([])
    waits.push((row?.next_check_at?.getTime() ?? 0) - context.clock().getTime())
    setTime(new Date(row?.next_check_at ?? TODAY))
    await compareDueDays(core)
  }
  expect(waits.map((ms) => ms / 60_000)).toEqual([15, 30, 60, 120, 240, 360, 360])
  expect(await openAlerts()).toHaveLength(3)

  yesterday()
  setTime('2027-03-05T23:59:00Z')
  statements['2027-03-04'] = []
  await compareDueDays(core)
  expect(await results()).toMatchObject([{ status: 'equal', error: null }])
})

test('a resolved difference does not raise another alert on the next nights, a new one does', async () => {
  const one = await order()
  await record(one.line)
  yesterday()
  await compareDueDays(core)
  const [alert] = (await asChair.call(money.alertList, { open: '1' })).list
  await asChair.call(money.resolveAlert, {
    alert_id: alert?.alert_id ?? '',
    note: 'Booked by the service on Monday',
  })

  setTime('2027-03-05T09:30:00Z')
  statements['2027-03-04'] = []
  await compareDueDays(core)
  expect(await openAlerts()).toEqual([])

  setTime('2027-03-06T10:00:00Z')
  statements['2027-03-05'] = []
  statements[YESTERDAY] = [line('NOBODY03', 900)]
  await compareDueDays(core)
  expect(await openAlerts()).toEqual([`card ${YESTERDAY}`])
})

test('days on which the site was down are caught up', async () => {
  yesterday()
  await compareDueDays(core)
  setTime('2027-03-09T09:00:00Z')
  for (let day = 4; day <= 8; day += 1) statements[`2027-03-0${day}`] = []
  await compareDueDays(core)

  const { list } = await asChair.call(money.comparisons, { pageSize: 100 })
  expect(list.map(({ day }) => day.slice(8))).toEqual([
    '08',
    '07',
    '06',
    '05',
    '04',
    '03',
    '02',
    '01',
  ])
})
