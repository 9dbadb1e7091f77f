import fc from 'fast-check'
import type { Billing } from '@awards/shared/contract'
import { calmDown, perform } from '../../../../test/money/money-acts.ts'
import { EXAMPLES, history, type History } from '../../../../test/money/money-steps.ts'
import { moneyStage, moneyWorld } from '../../../../test/money/money-world.ts'
import { CONSUMER, PROGRAMME } from '../../../../test/payment-scene.ts'
import { testApi } from '../../../../test/test-api.ts'
import { testPlatform, type PlatformFault } from '../../../../test/test-platform.ts'
import { atScale, SEED } from '../../../../../tools/testing/scale.ts'
import { platformClient } from './platform-client.ts'
import { platformExchange } from './platform-exchange.ts'

// `MONEY_RUNS` says how many; with it progress is printed.
const { MONEY_RUNS, MONEY_SEED } = process.env
const RUNS = Number(MONEY_RUNS ?? atScale({ core: 12, full: 1_000 }))
const SECONDS_PER_HISTORY = 6
const MINUTE = 60_000

let time = new Date()
const platform = await testPlatform(() => time)
const api = await testApi({ STORAGE_URL: '', ...platform.environment })
const { db, context } = api
const stage = await moneyStage(db, api.build)
await db
  .insertInto('site_documents')
  .values({ code: 'programme', document: JSON.stringify(PROGRAMME) })
  .execute()
afterAll(async () => {
  await stage.dbs[1].destroy()
  platform.stop()
})
const config = context.config.approvedPlatform
if (!config) throw new Error('The platform is not configured')
/** Two processes of the site, with tokens and pauses of their own. */
const processes = [1, 2].map(() =>
  platformExchange(context, platformClient({ ...config, timeoutMs: 300 }, context.clock)),
)

const COMPANY: Billing = { ...CONSUMER, kind: 'business', name: 'Dupont SARL', siren: '732829320' }

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
})
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

let [papers, movements] = [0, 0]

async function live({ fee, works, batches }: History, { faults, ...manner }: Weather) {
  platform.book.flows().length = 0
  platform.faults.length = 0
  Object.assign(platform.book.manner, manner)
  const world = await moneyWorld(stage, fee, works, COMPANY)
  for (const [index, batch] of batches.entries()) {
    await Promise.all(batch.map((step) => perform(world, step)))
    platform.fail(...(faults[index] ?? []))
    await round(world.cores[0].clock())
  }
  await calmDown(world)
  platform.faults.length = 0
  for (let count = 0; count < 3; count += 1) await round(world.cores[0].clock())
  // The longest time that the site asks about a request before it repeats it, and the longest pause.
  for (let count = 0; count < 3; count += 1) {
    pass(60 * MINUTE)
    for (const _ of [1, 2, 3]) await round(world.cores[0].clock())
  }

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
      there: numbers.toSorted(),
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
    expect({ order_no, cents }).toEqual({ order_no, cents: kept })
    papers += issued.length
    movements += reported.length
  }
  const left = await db
    .selectFrom('platform_flows')
    .select(['kind', 'status', 'reason'])
    .where((where) => where.or([where('status', '<>', 'sent'), where('is_checked', '=', false)]))
    .execute()
  expect(left).toEqual([])
}

test(
  'whatever happens to payments and to the platform, each invoice and each movement of its money arrives once',
  async () => {
    let lived = 0
    await fc.assert(
      fc.asyncProperty(history, weather, async (one, sky) => {
        await live(one, sky)
        lived += 1
        if (MONEY_RUNS && lived % 50 === 0)
          process.stderr.write(`${lived} histories, ${papers} papers, ${movements} movements\n`)
      }),
      {
        numRuns: RUNS,
        endOnFailure: true,
        seed: Number(MONEY_SEED ?? SEED),
        examples: EXAMPLES.map((one): [History, Weather] => [
          one,
          { faults: [], repeats: false, shuffles: false, lagMs: 0 },
        ]),
      },
    )
    // Worth something only if money moved and went back.
    expect(movements).toBeGreaterThan(RUNS / 2)
    expect(papers).toBeGreaterThan(RUNS / 2)
  },
  RUNS * SECONDS_PER_HISTORY * 1_000 + 60_000,
)
