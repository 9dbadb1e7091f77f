import { rmSync } from 'node:fs'
import { DEMO_PASSWORD } from '../e2e/src/harness/browser.ts'
import { databaseUrl } from '../e2e/src/harness/database.ts'
import { accountPool } from '../ops/workload/accounts.ts'
import { apiClient, callLog } from '../ops/workload/api-client.ts'
import { entrant } from '../ops/workload/entrant.ts'
import { cameraPhotographs } from '../ops/workload/uploads.ts'
import { proveNothingLost } from '../ops/workload/proof.ts'
import { writeLog } from '../ops/workload/write-log.ts'
import { benchSite } from './common/load.ts'
import {
  median,
  quantile,
  round,
  spread,
  isQuick,
  keep,
  numbers,
  type Figure,
} from './common/results.ts'

// The entrants of the workload at full speed: each signs in, drafts, saves, uploads five photographs and submits, as
// soon as the answer before is there. The drill `rush` plays the same people at the pace of people.
const ENTRANTS = isQuick ? 5 : 40
const PICTURES = 5
const ROUNDS = Number(numbers[0] ?? (isQuick ? 1 : 3))
/** So many at a time keep the processors of the machine busy; more would only wait for one another. */
const AT_ONCE = 4
const BARS = { save_ms: 300, failures: 0 }
const SEED = 'bench rush'

const site = await benchSite({ LOG_LEVEL: 'error' })
try {
  const target = { url: site.url, database: databaseUrl(site) }
  const { entrants, category } = await accountPool(target.database, {
    password: DEMO_PASSWORD,
    entrants: ENTRANTS * ROUNDS,
    jurors: 0,
  })
  const photographs = await cameraPhotographs(PICTURES, SEED)
  const [calls, log] = [callLog(apiClient(site.url)), writeLog()]
  let failures = 0

  /** Entries that were submitted, for each second. */
  async function rush(turn: number): Promise<number> {
    const waiting = entrants.slice(turn * ENTRANTS, (turn + 1) * ENTRANTS).entries()
    const begin = performance.now()
    const work = async () => {
      for (const [index, account] of waiting) {
        const person = entrant({
          api: calls.api,
          target,
          log,
          account,
          category,
          limit: 1,
          until: 'submitted',
          pictures: photographs.forUser(turn * ENTRANTS + index),
          timed: calls.timeUpload,
        })
        await person.run().catch((error: unknown) => {
          failures += 1
          console.error(account.email, String(error))
        })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return ENTRANTS / ((performance.now() - begin) / 1_000)
  }

  const perSecond: number[] = []
  for (let turn = 0; turn < ROUNDS; turn += 1) perSecond.push(await rush(turn))
  const saves = calls.saves([])
  const acknowledged = await proveNothingLost(target, log)
  const one = (name: string, value: number, unit: string, limit: number): Figure => ({
    bar: 'P10',
    name,
    value,
    unit,
    limit,
  })
  keep(
    'rush',
    [
      one('95 of 100 saves', quantile(saves, 0.95), 'ms', BARS.save_ms),
      one('entrants who failed', failures, `of ${ENTRANTS * ROUNDS}`, BARS.failures),
    ],
    {
      entrants: ENTRANTS,
      at_once: AT_ONCE,
      pictures: PICTURES,
      picture_mb: round(photographs.megabytes),
      entries_per_second: spread(perSecond),
      save_ms: round(median(saves)),
      upload_ms: round(median(calls.uploads([]))),
      acknowledged,
    },
  )
} finally {
  await site.stop()
  rmSync(site.dataDir, { recursive: true, force: true })
}
