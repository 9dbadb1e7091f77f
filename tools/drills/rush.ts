import { performance } from 'node:perf_hooks'
import { seededRandom } from '../../api/src/lib/seeded-random.ts'
import { quantile } from '../../bench/common/figures.ts'
import { DEMO_PASSWORD } from '../../e2e/src/harness/browser.ts'
import { accountPool } from '../../ops/workload/accounts.ts'
import { apiClient } from '../../ops/workload/api-client.ts'
import { callLog, type Window } from '../../ops/workload/call-log.ts'
import { entrant } from '../../ops/workload/entrant.ts'
import { juror } from '../../ops/workload/juror.ts'
import { arrivingAfter, thinkTime } from '../../ops/workload/pace.ts'
import { cameraPhotographs } from '../../ops/workload/photographs.ts'
import { proveNothingLost } from '../../ops/workload/proof.ts'
import { virtualUsers } from '../../ops/workload/virtual-users.ts'
import { writeLog } from '../../ops/workload/write-log.ts'
import { milliseconds, phase, seconds, until } from './figures.ts'
import { numbers } from './options.ts'
import type { Drill } from './outcome.ts'
import { onOne, onReplicas, type RushSite } from './rush-site.ts'

const SAVE_BAR_MS = 300
const THINK_MS = { shortest: 1_000, longest: 5_000 }
const SCORE_MS = { shortest: 4_000, longest: 10_000 }
/** Pages ask again after the time that the proxy names. */
const RETRY_MS = 2_000
/** Who is not done so long after the end gives up. */
const OVERTIME_MS = 60_000
/** People sit down within this share of the time, the last of them late. */
const ARRIVAL = 0.7
/** So long after the database is back people still feel it. */
const AFTERMATH_MS = 5_000

/** The last minutes before the call closes, with jurors at work; midway a replica dies, then the database. */
export const run: Drill = async (args) => {
  const given = numbers(args, {
    entrants: 200,
    pictures: 3,
    jurors: 20,
    minutes: 5,
    replicas: 3,
    gone: 10,
    seed: 1,
  })
  const random = seededRandom(`rush ${given.seed}`)
  const length = given.minutes * 60_000
  const site = given.replicas > 1 ? await onReplicas(given.replicas) : await onOne()
  try {
    const pool = await accountPool(site.database, { ...given, password: DEMO_PASSWORD })
    const photographs = await cameraPhotographs(given.pictures, `rush ${given.seed}`)
    const calls = callLog(apiClient(site.url))
    const log = writeLog()
    const { api, start, stop } = virtualUsers(calls.api, RETRY_MS)
    const entrants = pool.entrants.map((account, index) =>
      arrivingAfter(
        random() * length * ARRIVAL,
        entrant({
          api,
          target: site,
          log,
          account,
          category: pool.category,
          limit: 1,
          pictures: photographs.forUser(index),
          timed: calls.timeUpload,
          think: thinkTime(seededRandom(`${given.seed} ${account.email}`), THINK_MS),
        }),
      ),
    )
    const jurors = pool.seats.map((seat) => {
      const think = thinkTime(seededRandom(`${given.seed} ${seat.entry}`), SCORE_MS)
      return juror({ api, log, seat, think })
    })
    const begin = performance.now()
    const rushing = start(entrants)
    void start(jurors)
    const windows = await breakThings(site, begin, length, given.gone * 1_000)
    await Promise.race([rushing, phase(length + OVERTIME_MS - (performance.now() - begin))])
    const took = performance.now() - begin
    await stop()
    const acknowledged = await proveNothingLost(site, log)

    const [saves, uploads] = [calls.saves(windows), calls.uploads(windows)]
    const p95 = quantile(saves, 0.95)
    const outside =
      calls.count(windows, 'unavailable', false) + calls.count(windows, 'unknown', false)
    const unclear = calls.count(windows, 'unknown', true)
    for (const [text, times] of calls.failures) console.log(`${times} × ${text}`)
    for (const { name, times } of calls.byName(windows)) {
      const [half, most] = [quantile(times, 0.5), quantile(times, 0.95)].map(milliseconds)
      console.log(`${name}: ${times.length}, median ${half}, 95th percentile ${most}`)
    }
    return {
      holds:
        entrants.every(({ isDone }) => isDone()) &&
        outside === 0 &&
        unclear === 0 &&
        p95 <= SAVE_BAR_MS,
      figures: {
        ...given,
        'all were paid after': seconds(took),
        ...acknowledged,
        'confirmed writes lost': 0,
        calls: calls.total(),
        'clean 503 envelopes while things were broken': calls.count(windows, 'unavailable', true),
        'connections lost or unclear answers while things were broken': unclear,
        'server errors and lost connections at any other time': outside,
        'saves outside of it': saves.length,
        'their median': milliseconds(quantile(saves, 0.5)),
        'their 95th percentile': milliseconds(p95),
        'megabytes of a picture': photographs.megabytes.toFixed(1),
        'uploads outside of it': uploads.length,
        'their median, confirmed': milliseconds(quantile(uploads, 0.5)),
        'their 95th percentile, confirmed': milliseconds(quantile(uploads, 0.95)),
      },
    }
  } finally {
    await site.stop()
  }
}

/** A replica dies at two fifths of the time, the database at three. Gives when that could be felt. */
async function breakThings(site: RushSite, begin: number, length: number, gone: number) {
  const { breakReplica, breakDatabase } = site
  const windows: Window[] = []
  const at = (share: number) => phase(begin + length * share - performance.now())
  const felt = async (act: () => Promise<void>) => {
    const from = performance.now()
    await act()
    await until(() => isReady(site.url), 'the site is ready again')
    windows.push({ from, until: performance.now() + AFTERMATH_MS })
  }
  if (breakReplica) {
    await at(2 / 5)
    await felt(breakReplica)
  }
  if (breakDatabase) {
    await at(3 / 5)
    await felt(() => breakDatabase(() => phase(gone)))
  }
  return windows
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
