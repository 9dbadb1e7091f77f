import { performance } from 'node:perf_hooks'
import { seededRandom } from '../../api/src/lib/seeded-random.ts'
import { quantile } from '../../bench/common/results.ts'
import { startTopology } from '../../deploy/replicas/topology.ts'
import { DEMO_PASSWORD } from '../../e2e/src/harness/browser.ts'
import { databaseUrl } from '../../e2e/src/harness/database.ts'
import { freePort, startSite } from '../../e2e/src/harness/site.ts'
import { accountPool } from '../../ops/workload/accounts.ts'
import { apiClient, callLog, type Window } from '../../ops/workload/api-client.ts'
import { entrant } from '../../ops/workload/entrant.ts'
import { juror } from '../../ops/workload/juror.ts'
import { arrivingAfter, thinkTime, virtualUsers } from '../../ops/workload/virtual-users.ts'
import { cameraPhotographs } from '../../ops/workload/uploads.ts'
import { proveNothingLost } from '../../ops/workload/proof.ts'
import { writeLog } from '../../ops/workload/write-log.ts'
import type { Drill } from './report.ts'
import {
  milliseconds,
  pause,
  seconds,
  until,
  numberOptions,
  demoFolder,
  QUIET_ENV,
} from './setup.ts'

const SAVE_BAR_MS = 300
const THINK_MS = { shortest: 1_000, longest: 5_000 }
const SCORE_MS = { shortest: 4_000, longest: 10_000 }
/** Retry-After of the proxy. */
const RETRY_MS = 2_000
/** Users that are not done this long after the end are stopped. */
const OVERTIME_MS = 60_000
/** Users arrive within this share of the time (ramp-up). */
const ARRIVAL = 0.7
/** Calls this long after a recovery still count as affected. */
const AFTERMATH_MS = 5_000

/** The last minutes before the deadline, with jurors at work; a replica is killed, then the database. */
export const run: Drill = async (args) => {
  const given = numberOptions(args, {
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
    await Promise.race([rushing, pause(length + OVERTIME_MS - (performance.now() - begin))])
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

/** Kills a replica at 2/5 of the time and the database at 3/5; returns the affected windows. */
async function breakThings(site: RushSite, begin: number, length: number, gone: number) {
  const { breakReplica, breakDatabase } = site
  const windows: Window[] = []
  const at = (share: number) => pause(begin + length * share - performance.now())
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
    await felt(() => breakDatabase(() => pause(gone)))
  }
  return windows
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** The site under the rush: its URLs and the faults that can be injected. */
export type RushSite = {
  url: string
  wallet: string
  database: string
  breakReplica?: () => Promise<void>
  breakDatabase?: (gone: () => Promise<void>) => Promise<void>
  stop(): Promise<void>
}

/** Several replicas behind a proxy; the demo's pictures are not copied to the bucket, since no user loads them. */
export async function onReplicas(replicas: number): Promise<RushSite> {
  const dataDir = await demoFolder()
  const topology = await startTopology({
    dataDir,
    replicas,
    port: await freePort(),
    env: {
      ...process.env,
      ...QUIET_ENV,
    },
    say: () => undefined,
  })
  const { site, simulators, database } = topology
  return {
    url: site,
    wallet: `${simulators}/wallet`,
    database,
    breakReplica: async () => {
      const replica = topology.member('api-1')
      await replica?.kill({ hold: false })
      await until(() => replica?.isRunning() ?? true, 'the replica is back')
    },
    breakDatabase: async (gone) => {
      await topology.member('database')?.kill({ hold: true })
      await gone()
      topology.member('database')?.start()
    },
    stop: topology.stop,
  }
}

/** One process with its own database, without faults. */
async function onOne(): Promise<RushSite> {
  const site = await startSite({ dataDir: await demoFolder(), env: QUIET_ENV })
  return { url: site.url, wallet: site.wallet, database: databaseUrl(site), stop: site.stop }
}
