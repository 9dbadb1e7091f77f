import { performance } from 'node:perf_hooks'
import { publication, session } from '@awards/shared/contract'
import { askOf } from '../../e2e/src/crash/ask.ts'
import { people } from '../../e2e/src/crash/people.ts'
import { proveNothingLost } from '../../e2e/src/crash/proof.ts'
import { ACCOUNTS } from '../../e2e/src/harness/accounts.ts'
import { tokenOf } from '../../e2e/src/harness/browser.ts'
import { startSite } from '../../e2e/src/harness/site.ts'
import { demoFolder, QUIET } from './demo.ts'
import { milliseconds, pause, seconds } from './figures.ts'
import { openLine, type Answer } from './line.ts'
import { numbers } from './options.ts'
import type { Drill } from './outcome.ts'
import { ownDatabase } from './own-database.ts'
import { shift } from './work.ts'

const REFUSAL_BAR_MS = 1_000
const BACK_BAR_MS = 2_000
const PROBE_MS = 100
const CALM_MS = 5_000

/** The database is gone for half a minute, under load: clear refusals, no end, and back by itself. */
export const run: Drill = async (args) => {
  const { seconds: gone } = numbers(args, { seconds: 30 })
  const dataDir = await demoFolder()
  const database = await ownDatabase(dataDir)
  const site = await startSite({ dataDir, env: { ...QUIET, DATABASE_URL: database.url } })
  try {
    const { ask, begin, end } = shift(askOf(site))
    const everybody = await people(site, ask)
    const probes = probing(site.url, await tokenOf(site, ACCOUNTS[0]))
    void begin(Object.values(everybody))
    await pause(CALM_MS)
    await database.breakDown()
    const from = performance.now()
    await pause(gone * 1_000)
    const until = performance.now()
    await database.comeBack()
    const reachable = performance.now()
    await pause(CALM_MS)
    const answers = await probes.end()
    await end()
    const confirmed = await proveNothingLost(site, everybody)

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
        ...confirmed,
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
