import { performance } from 'node:perf_hooks'
import { entries, publication, session } from '@awards/shared/contract'
import { seededRandom } from '../../api/src/lib/seeded-random.ts'
import { ACCOUNTS } from '../../e2e/src/harness/accounts.ts'
import { tokenOf } from '../../e2e/src/harness/browser.ts'
import { freePort, startSite } from '../../e2e/src/harness/site.ts'
import { within } from '../../ops/workload/pace.ts'
import { demoFolder, QUIET } from './demo.ts'
import { milliseconds, phase, seconds } from './figures.ts'
import { openLine, type Answer, type Line } from './line.ts'
import { numbers } from './options.ts'
import type { Drill } from './outcome.ts'

const STOP_BAR_MS = 10_000
const WORK_MS = { shortest: 1_000, longest: 2_000 }

/** SIGTERM under load: whoever was being served is served, and the process goes. */
export const run: Drill = async (args) => {
  const { stops, clients, seed } = numbers(args, { stops: 10, clients: 24, seed: 1 })
  const random = seededRandom(`sigterm ${seed}`)
  const port = await freePort()
  const dataDir = await demoFolder()
  let [underway, failed, later, inOrder] = [0, 0, 0, 0]
  const exits: number[] = []
  for (let round = 0; round < stops; round += 1) {
    const site = await startSite({ dataDir, port, env: QUIET })
    const token = await tokenOf(site, ACCOUNTS[0])
    const answers: Answer[] = []
    const lines = Array.from({ length: clients }, () => openLine(site.url, 1))
    const working = lines.map((line, index) => untilGone(line, token, index, answers))
    await phase(within(random, WORK_MS))
    const told = performance.now()
    await site.stop()
    inOrder += site.process.exitCode === 0 ? 1 : 0
    exits.push(performance.now() - told)
    await Promise.all(working)
    for (const line of lines) line.close()
    const before = answers.filter(({ at, ms }) => at < told && at + ms >= told)
    underway += before.length
    const broken = before.filter(({ status }) => status !== 200)
    for (const { path, status, at, ms } of broken) {
      console.log(`${path}: ${status ?? 'lost'}, ${milliseconds(at + ms - told)} after the signal`)
    }
    failed += broken.length
    later += answers.filter(({ at, status }) => at >= told && status === 200).length
    console.log(
      `stop ${round + 1}: ${before.length} under way, gone after ${seconds(exits.at(-1) ?? 0)}`,
    )
  }
  const longest = Math.max(...exits)
  return {
    holds: failed === 0 && inOrder === stops && longest <= STOP_BAR_MS,
    figures: {
      stops,
      seed,
      'requests under way at the signal': underway,
      'of them failed': failed,
      'answered after the signal': later,
      'ended in order': inOrder,
      'gone, longest': seconds(longest),
    },
  }
}

/** Reads and writes in turns on one connection until it finds nobody. */
async function untilGone(line: Line, token: string, index: number, answers: Answer[]) {
  const nobody = { email: `nobody-${index}@example.org`, password: 'Nothing-2027!' }
  const calls = [
    () => line.call(publication.winnerList, { pageSize: 12 }),
    () => line.call(entries.entryList, {}, token),
    () => line.call(session.login, nobody),
    () => line.send('/home'),
  ]
  for (;;) {
    for (const call of [...calls.slice(index % 4), ...calls]) {
      const answer = await call()
      answers.push(answer)
      if (answer.status === undefined) return
    }
  }
}
