import fc from 'fast-check'
import { sql } from 'kysely'
import type { Billing } from '@awards/shared/contract'
import { dayIn } from '@awards/shared/domain'
import { calmDown, perform } from '../../../../test/money/money-acts.ts'
import { EXAMPLES, history, type History } from '../../../../test/money/money-steps.ts'
import { moneyStage, moneyWorld } from '../../../../test/money/money-world.ts'
import { CONSUMER, PROGRAMME } from '../../../../test/payment-scene.ts'
import { testApi } from '../../../../test/test-api.ts'
import { testPlatform, type PlatformFault } from '../../../../test/test-platform.ts'
import { atScale, SEED } from '../../../../../tools/testing/scale.ts'
import { platformClient } from './platform-client.ts'
import { platformExchange } from './platform-exchange.ts'
import { canSendAgain, type FlowStatus } from './platform-flows.repository.ts'
import { booksRepository } from '../books.repository.ts'
import { paymentLines, salesLines, type TaxLine } from '../books.ts'
import { taxReportDesk } from './tax-reports.service.ts'

// `MONEY_RUNS` says how many; with it progress is printed.
const { MONEY_RUNS, MONEY_SEED } = process.env
const RUNS = Number(MONEY_RUNS ?? atScale({ core: 12, full: 150 }))
/** The limit only ends what hangs: a busy machine needs ten seconds for one. */
const SECONDS_PER_HISTORY = 30
const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const ZONE = 'Europe/Paris'
/** Transfers are confirmed by hand so late that many of them belong into a period that is closed. */
const BACKDATED_DAYS = 25
/** So late a payment service may tell of what has happened. */
const LATE_DAYS = 40

// The first day that is reported lies before all that comes late.
let time = new Date(Date.now() + 70 * 86_400_000)
const platform = await testPlatform(() => time)
const api = await testApi({ STORAGE_URL: '', ...platform.environment })
const { db, context } = api
const stage = await moneyStage(db, api.build)
await db
  .insertInto('site_documents')
  .values({
    code: 'programme',
    document: JSON.stringify({
      ...PROGRAMME,
      timezone: ZONE,
      organiser: {
        ...PROGRAMME.organiser,
        e_reporting: {
          regime: 'normal_monthly',
          since: `${dayIn(new Date(), ZONE).slice(0, 7)}-01`,
        },
      },
    }),
  })
  .execute()
afterAll(async () => {
  await stage.dbs[1].destroy()
  platform.stop()
})
const config = context.config.approvedPlatform
if (!config) throw new Error('The platform is not configured')
/** Two processes of the site, with tokens and pauses of their own. No fault is silent: on a busy machine a short timeout would be one more. */
const processes = [1, 2].map(() => platformExchange(context, platformClient(config, context.clock)))

const COMPANY: Billing = { ...CONSUMER, kind: 'business', name: 'Dupont SARL', siren: '732829320' }
const ABROAD: Billing = { ...CONSUMER, kind: 'business', name: 'Möbel GmbH', country: 'DE' }
const BUYERS = [COMPANY, ABROAD, CONSUMER]

const fault: fc.Arbitrary<PlatformFault> = fc.record({
  call: fc.constantFrom('submit', 'submit', 'submit', 'search', 'flow', 'directory', 'token'),
  when: fc.constantFrom('before', 'after'),
  how: fc.constantFrom<PlatformFault['how'][]>(429, 500, 502, 503, 'cut', 'cut', 'garbage'),
})
const weather = fc.record({
  faults: fc.array(fc.array(fault, { maxLength: 4 }), { maxLength: 6 }),
  repeats: fc.boolean(),
  shuffles: fc.boolean(),
  lagMs: fc.constantFrom(0, 0, 5 * MINUTE, 15 * MINUTE),
  buyer: fc.constantFrom(...BUYERS),
  /** Faults while reports are sent, and how many of these the tax office rejects. */
  later: fc.array(fault, { maxLength: 4 }),
  rejectsReports: fc.constantFrom<number[]>(0, 0, 0, 1),
  /** The site hears of all of it after its period was closed. */
  isLate: fc.boolean(),
})
const CALM = {
  faults: [],
  repeats: false,
  shuffles: false,
  lagMs: 0,
  later: [],
  rejectsReports: 0,
  isLate: false,
}
type Weather = typeof weather extends fc.Arbitrary<infer One> ? One : never

function pass(ms: number) {
  time = new Date(time.getTime() + ms)
  api.setTime(time)
}

/** Papers are issued, and both processes do a round at once. */
async function round(at: Date) {
  if (at > time) pass(at.getTime() - time.getTime())
  await context.jobs.drain()
  await Promise.all(processes.map(({ run }) => run()))
  pass(MINUTE)
}

let [papers, movements, corrections, rejections] = [0, 0, 0, 0]

const HOURS = { least: 3, most: 12 }

/**
 * Rounds in which everything that waits comes to its end. A request is asked about for an hour at the longest, and a file
 * that goes in the last of them is listed a quarter of an hour later.
 */
async function settle(at: Date) {
  for (let count = 0; count < 3; count += 1) await round(at)
  for (let hour = 0; hour < HOURS.least || (hour < HOURS.most && (await isUnderWay())); hour += 1) {
    pass(60 * MINUTE)
    for (const _ of [1, 2, 3]) await round(at)
  }
}

const isUnderWay = async () =>
  (await unfinished()).some(({ status }) => !canSendAgain(status as FlowStatus))

async function live({ fee, works, batches }: History, { faults, later, buyer, ...sky }: Weather) {
  const { rejectsReports, isLate, ...manner } = sky
  // Reports stay: a later one of a period speaks of what they have said.
  const reports = platform.book.flows().filter(({ flowSyntax }) => flowSyntax === 'FRR')
  platform.book.flows().splice(0, Infinity, ...reports)
  platform.faults.length = 0
  Object.assign(platform.book.manner, manner)
  const start = time.getTime() - (isLate ? LATE_DAYS * DAY : 0)
  const dates = { start, value_date: dayIn(new Date(start - BACKDATED_DAYS * DAY), ZONE) }
  const world = await moneyWorld(stage, fee, works, buyer, dates)
  for (const [index, batch] of batches.entries()) {
    await Promise.all(batch.map((step) => perform(world, step)))
    platform.fail(...(faults[index] ?? []))
    await round(world.cores[0].clock())
  }
  await calmDown(world)
  platform.faults.length = 0
  await settle(world.cores[0].clock())

  const isDomestic = buyer === COMPANY
  for (const { order_no } of await world.orders()) {
    const issued = await db
      .selectFrom('invoices')
      .select(['number', 'document'])
      .where('order_no', '=', order_no)
      .where('kind', 'in', ['invoice', 'credit_note'])
      .execute()
    const numbers = issued.map(({ number }) => number)
    const there = platform.book.invoices().filter(({ number }) => numbers.includes(number))
    expect({ order_no, there: there.map(({ number }) => number).toSorted() }).toEqual({
      order_no,
      there: isDomestic ? numbers.toSorted() : [],
    })

    const reported = platform.book.collected().filter(({ invoice }) => numbers.includes(invoice))
    // One message for each line of the ledger, whose number it has.
    expect(new Set(reported.map(({ id }) => id)).size).toBe(reported.length)
    const kept = issued.reduce(
      (sum, { document }) => sum + Number((document as { gross: number }).gross),
      0,
    )
    const cents = reported
      .flatMap(({ amounts }) => amounts)
      .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
    expect({ order_no, cents }).toEqual({ order_no, cents: isDomestic ? kept : 0 })
    papers += issued.length
    movements += reported.length
  }

  // The period of these sales ends, in whatever weather, and a chair sends again what was rejected.
  platform.book.manner.rejectsReports = rejectsReports
  platform.fail(...later)
  pass(10 * DAY)
  await settle(time)
  platform.faults.length = 0
  platform.book.manner.rejectsReports = 0
  await sendRejectedAgain()
  await settle(time)
  await expectReported(new Date(time.getTime() - 100 * DAY))
  expect(await unfinished()).toEqual([])
}

async function sendRejectedAgain() {
  const desk = taxReportDesk(context)
  const { list } = await desk.list({ current: 1, pageSize: 50 })
  for (const { report_id } of list.filter((one) => one.can_send_again)) {
    rejections += 1
    await desk.sendAgain(stage.chair, { report_id })
  }
}

/** What did not arrive; of reports the newest of each period counts. */
const unfinished = () =>
  db
    .selectFrom('platform_flows as f')
    .leftJoin('tax_reports as r', 'r.id', 'f.report_id')
    .select(['f.kind', 'f.status', 'f.reason'])
    .where((where) =>
      where.or([where('f.status', '<>', 'sent'), where('f.is_checked', '=', false)]),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('tax_reports as later')
            .select('later.id')
            .whereRef('later.period_id', '=', 'r.period_id')
            .whereRef('later.revision', '>', 'r.revision'),
        ),
      ),
    )
    .execute()

const totalOf = (lines: readonly TaxLine[], flow: string) =>
  lines
    .filter((line) => line.flow === flow)
    .reduce((sum, { line }) => sum + line.net_minor + line.vat_minor, 0)
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0)

/** What the tax office has of each closed period since a day is what the books say, and each line is linked once. */
async function expectReported(since: Date) {
  const periods = await db
    .selectFrom('tax_periods')
    .selectAll()
    .where('to_day', '>=', dayIn(since, ZONE))
    .execute()
  const books = booksRepository(db)
  const office = platform.book.reports()
  for (const { id, kind, from_day: from, to_day: to } of periods) {
    const lines: TaxLine[] = []
    const days = { from, to, zone: ZONE }
    const all =
      kind === 'sales' ? salesLines(books.documents(days)) : paymentLines(books.movements(days))
    for await (const line of all) lines.push(line)
    const [taken, ...more] = office.filter(
      (one) => one.kind === kind && one.from === from.replaceAll('-', ''),
    )
    expect(more).toEqual([])
    const paid = taken?.payments ?? []
    expect({
      from,
      '10.1': sumOf((taken?.invoices ?? []).map(({ net, vat }) => net + vat)),
      numbers: (taken?.invoices ?? []).map(({ number }) => number).toSorted(),
      '10.3': sumOf((taken?.sales ?? []).map(({ net, vat }) => net + vat)),
      sales: sumOf((taken?.sales ?? []).map(({ count }) => count)),
      '10.2': sumOf(paid.filter(({ number }) => number).map(({ amount }) => amount)),
      '10.4': sumOf(paid.filter(({ number }) => !number).map(({ amount }) => amount)),
    }).toEqual({
      from,
      '10.1': totalOf(lines, '10.1'),
      numbers: lines
        .filter(({ flow }) => flow === '10.1')
        .map(({ number }) => number)
        .toSorted(),
      '10.3': totalOf(lines, '10.3'),
      sales: lines.filter(({ flow }) => flow === '10.3').length,
      '10.2': totalOf(lines, '10.2'),
      '10.4': totalOf(lines, '10.4'),
    })
    const linked = await db
      .selectFrom('tax_report_items as t')
      .innerJoin('tax_reports as r', 'r.id', 't.report_id')
      .select(['t.invoice_id', 't.ledger_id'])
      .where('r.period_id', '=', id)
      .execute()
    const items = lines.map(({ item }) => ('invoice_id' in item ? item.invoice_id : item.ledger_id))
    expect(linked.map(({ invoice_id, ledger_id }) => invoice_id ?? ledger_id).toSorted()).toEqual(
      [...new Set(items)].toSorted(),
    )
  }
}

/** All of it at the end: the ledger, less what was for French companies, is what was reported of payments. */
async function expectLedger() {
  pass(60 * DAY)
  await settle(time)
  await sendRejectedAgain()
  await settle(time)
  await expectReported(new Date(0))
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(
      (select sum(case l.kind when 'payment' then l.amount_minor else -l.amount_minor end)
        from ledger l where l.order_no = o.order_no)
      -- A work that was settled otherwise is not invoiced: what is left of its money still has to go back.
      - coalesce((select sum(n.amount_minor - coalesce((
          select sum(r.amount_minor) from refunds r join ledger l on l.provider_txn = r.out_refund_no and l.kind = 'refund'
          where r.order_no = n.order_no and r.apply_order_id = n.apply_order_id), 0))
        from order_lines n where n.order_no = o.order_no and n.is_duplicate), 0)
      -- Nor is a second payment of the order, also where the provider refuses to send it back.
      - coalesce((select sum(r.amount_minor) from refunds r where r.order_no = o.order_no
          and r.apply_order_id is null and r.is_automatic and r.status <> 'succeeded'), 0)), 0)::int as cents
    from payment_orders o
    where not (o.billing ->> 'kind' = 'business' and o.billing ->> 'country' = 'FR')
      -- Another amount than that of the order is no payment of it until a person has settled it.
      and exists (select from invoices i where i.order_no = o.order_no and i.kind = 'invoice')`.execute(
    db,
  )
  const paid = platform.book.reports().flatMap(({ payments }) => payments)
  expect(sumOf(paid.map(({ amount }) => amount))).toBe(rows[0]?.cents)
  const sales = platform.book.reports().flatMap((one) => [...one.invoices, ...one.sales])
  expect(sumOf(sales.map(({ net, vat }) => net + vat))).toBe(rows[0]?.cents)
  corrections = platform.book.reports().filter(({ type }) => type === 'RE').length
}

test(
  'whatever happens to payments and to the platform, each invoice, movement of money and line of a report arrives once',
  async () => {
    let lived = 0
    await fc.assert(
      fc.asyncProperty(history, weather, async (one, sky) => {
        await live(one, sky)
        lived += 1
        if (MONEY_RUNS && lived % 50 === 0)
          process.stderr.write(
            `${lived} histories, ${papers} papers, ${movements} movements, ${rejections} rejected reports\n`,
          )
      }),
      {
        numRuns: RUNS,
        endOnFailure: true,
        seed: Number(MONEY_SEED ?? SEED),
        examples: EXAMPLES.map((one, index): [History, Weather] => [
          one,
          { ...CALM, buyer: BUYERS[index % BUYERS.length] ?? COMPANY, isLate: index % 4 > 1 },
        ]),
      },
    )
    await expectLedger()
    // Worth something only if money moved and went back, and if reports were corrected. The examples do all three; how
    // often chance does is a matter of the seed. Of 150 histories 45 movements are expected (standard deviation 8) and
    // 143 papers (12): each bound lies four deviations below or more, so that no day's seed is red by chance.
    const isMany = RUNS >= 100
    expect(movements).toBeGreaterThan(isMany ? RUNS / 12 : 0)
    expect(papers).toBeGreaterThan(isMany ? RUNS / 2 : 0)
    expect(corrections).toBeGreaterThan(0)
  },
  RUNS * SECONDS_PER_HISTORY * 1_000 + 60_000,
)
