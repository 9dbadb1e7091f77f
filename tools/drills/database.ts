import { performance } from 'node:perf_hooks'
import { publication, session } from '@awards/shared/contract'
import { ACCOUNTS } from '../../e2e/src/harness/accounts.ts'
import { tokenOf } from '../../e2e/src/harness/browser.ts'
import { startSite } from '../../e2e/src/harness/site.ts'
import { proveNothingLost } from '../../ops/workload/proof.ts'
import { demoFolder, QUIET } from './demo.ts'
import { milliseconds, phase, seconds } from './figures.ts'
import { openLine, type Answer } from './line.ts'
import { numbers } from './options.ts'
import type { Drill } from './outcome.ts'
import { ownDatabase } from './own-database.ts'
import { targetOf, underLoad, workloadOn } from './work.ts'

const REFUSAL_BAR_MS = 1_000
const BACK_BAR_MS = 2_000
const PROBE_MS = 100

/** The database is gone for half a minute, under load: clear refusals, no end, and back by itself. */
export const run: Drill = async (args) => {
  const { seconds: gone } = numbers(args, { seconds: 30 })
  const dataDir = await demoFolder()
  const database = await ownDatabase(dataDir)
  const site = await startSite({ dataDir, env: { ...QUIET, DATABASE_URL: database.url } })
  try {
    const { log, everybody, start, stop } = await workloadOn(site)
    const probes = probing(site.url, await tokenOf(site, ACCOUNTS[0]))
    void start(Object.values(everybody))
    await underLoad(log)
    await database.breakDown()
    const from = performance.now()
    await phase(gone * 1_000)
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

/** Asks what needs the database and what may be remembered, ten times a second. */
function probing(url: string, token: string) {
  const line = openLine(url)
  const answers: Promise<Probe>[] = []
  const keep = (answer: Promise<Answer>, isSignedIn: boolean) =>
    answers.push(answer.then((told) => ({ ...told, isSignedIn })))
  const timer = setInterval(() => {
    keep(line.call(session.getUserInfo, {}, token), true)
    keep(line.call(publication.winnerList, { pageSize: 12 }), false)
  }, PROBE_MS)
  return {
    async end() {
      clearInterval(timer)
      const told = await Promise.all(answers)
      line.close()
      return told
    },
  }
}
