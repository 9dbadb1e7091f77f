import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { publication, session } from '@awards/shared/contract'
import { startEmbeddedPostgres } from '../../api/src/db/embedded/embedded-postgres.ts'
import { ACCOUNTS } from '../../e2e/src/harness/accounts.ts'
import { tokenOf } from '../../e2e/src/harness/browser.ts'
import { databaseUrl } from '../../e2e/src/harness/database.ts'
import { startSite } from '../../e2e/src/harness/site.ts'
import { proveNothingLost } from '../../ops/workload/proof.ts'
import { openConnection, type Answer } from './connection.ts'
import type { Drill } from './report.ts'
import {
  demoFolder,
  QUIET_ENV,
  milliseconds,
  pause,
  seconds,
  numberOptions,
  targetOf,
  underLoad,
  workloadOn,
} from './setup.ts'

const REFUSAL_BAR_MS = 1_000
const BACK_BAR_MS = 2_000
const PROBE_MS = 100

/** Database outage of 30 s under load: 503 envelopes, no crash, recovery without a restart. */
export const run: Drill = async (args) => {
  const { seconds: gone } = numberOptions(args, { seconds: 30 })
  const dataDir = await demoFolder()
  const database = await separateDatabase(dataDir)
  const site = await startSite({ dataDir, env: { ...QUIET_ENV, DATABASE_URL: database.url } })
  try {
    const { log, everybody, start, stop } = await workloadOn(site)
    const probes = probing(site.url, await tokenOf(site, ACCOUNTS[0]))
    void start(Object.values(everybody))
    await underLoad(log)
    await database.breakDown()
    const from = performance.now()
    await pause(gone * 1_000)
    const until = performance.now()
    await database.comeBack()
    const reachable = performance.now()
    await underLoad(log)
    const answers = await probes.end()
    await stop()
    const acknowledged = await proveNothingLost(targetOf(site), log)

    const during = answers.filter(({ at, ms }) => at >= from && at + ms <= until)
    const refused = during.filter(({ status, code }) => status === 503 && code === 503)
    const given = during.filter(({ code }) => code === 200)
    const others = during.length - refused.length - given.length
    const slowest = Math.max(...during.map(({ ms }) => ms))
    const signedIn = answers.filter(({ isSignedIn }) => isSignedIn)
    const back = signedIn.find(({ at, code }) => at >= until && code === 200)
    const backAfter = back ? Math.max(0, back.at + back.ms - reachable) : Infinity
    return {
      holds: others === 0 && slowest <= REFUSAL_BAR_MS && backAfter <= BACK_BAR_MS,
      figures: {
        'gone for': `${gone} s`,
        'refused with an envelope of code 503': refused.length,
        'answered from memory': given.length,
        'other answers': others,
        'slowest answer meanwhile': milliseconds(slowest),
        'working again after the database': seconds(backAfter),
        ...acknowledged,
        'confirmed writes lost': 0,
      },
    }
  } finally {
    await site.kill()
    await database.stop()
  }
}

type Probe = Answer & { isSignedIn: boolean }

/** Probes ten times a second: one call that needs the database, one that may be cached. */
function probing(url: string, token: string) {
  const connection = openConnection(url)
  const answers: Promise<Probe>[] = []
  const keep = (answer: Promise<Answer>, isSignedIn: boolean) =>
    answers.push(answer.then((one) => ({ ...one, isSignedIn })))
  const timer = setInterval(() => {
    keep(connection.call(session.getUserInfo, {}, token), true)
    keep(connection.call(publication.winnerList, { pageSize: 12 }), false)
  }, PROBE_MS)
  return {
    async end() {
      clearInterval(timer)
      const probes = await Promise.all(answers)
      connection.close()
      return probes
    },
  }
}

/** Runs the database of a data folder as a separate server, for a site with `DATABASE_URL`. */
async function separateDatabase(dataDir: string) {
  let server = await startEmbeddedPostgres({ dataDir })
  return {
    url: databaseUrl({ dataDir }),
    /** As `pg_ctl stop -m immediate`: aborts all sessions without a checkpoint. */
    async breakDown() {
      const [pid] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGQUIT')
      await server.crashed
    },
    async comeBack() {
      server = await startEmbeddedPostgres({ dataDir })
    },
    stop: () => server.stop(),
  }
}
