import fc from 'fast-check'
import { sql } from 'kysely'
import { calmDown, perform } from '../../../../test/money/money-acts.ts'
import { brokenAtTheEnd, brokenRules } from '../../../../test/money/money-rules.ts'
import { EXAMPLES, history } from '../../../../test/money/money-steps.ts'
import type { History } from '../../../../test/money/money-steps.ts'
import { moneyTally } from '../../../../test/money/money-tally.ts'
import { moneyStage, moneyWorld } from '../../../../test/money/money-world.ts'
import { atScale, SEED } from '../../../../../tools/testing/scale.ts'
import { testApi } from '../../../../test/test-api.ts'

// `npm run test:full -- --only money` says how many, and looks for new ones.
const { MONEY_RUNS, MONEY_SEED, MONEY_PATH } = process.env
const RUNS = Number(MONEY_RUNS ?? atScale({ core: 50, full: 300 }))
const LONG_RUN = 1_000
/** The limit only ends what hangs. */
const SECONDS_PER_HISTORY = 10

const { db, build } = await testApi()
const stage = await moneyStage(db, build)
afterAll(() => stage.dbs[1].destroy())

async function live({ fee, works, batches }: History) {
  await forgetWork()
  const world = await moneyWorld(stage, fee, works)
  for (const [index, batch] of batches.entries()) {
    await Promise.all(batch.map((step) => perform(world, step)))
    expect({ after: index, broken: await brokenRules(world) }).toEqual({ after: index, broken: [] })
  }
  await calmDown(world)
  expect(await brokenRules(world)).toEqual([])
  expect(await brokenAtTheEnd(world)).toEqual([])
  return world
}

/** What a history left behind that broke off is no work of the next one. */
const forgetWork = () =>
  sql`with o as (update payment_orders set next_check_at = null where next_check_at is not null)
    update refunds set status = 'failed' where status in ('requested', 'processing')`.execute(db)

test(
  'whatever happens in whatever order, at two processes, our books end as those of the providers',
  async () => {
    const tally = moneyTally()
    const tell = () => process.stderr.write(`${tally.text()}\n`)
    await fc.assert(
      fc.asyncProperty(history, async (one) => {
        await tally.add(await live(one))
        if (RUNS >= LONG_RUN && tally.histories() % 100 === 0) tell()
      }),
      {
        numRuns: RUNS,
        endOnFailure: true,
        examples: EXAMPLES.map((one) => [one]),
        seed: Number(MONEY_SEED ?? SEED),
        ...(MONEY_PATH && { path: MONEY_PATH }),
      },
    )
    if (MONEY_RUNS) tell()
    // The histories are worth something only if they reach the hard cases.
    if (RUNS >= 100) {
      expect(Object.entries(tally.sums).filter(([, count]) => count === 0)).toEqual([])
    }
  },
  RUNS * SECONDS_PER_HISTORY * 1_000 + 60_000,
)
