import { performance } from 'node:perf_hooks'
import { entries, publication, session } from '@awards/shared/contract'
import { seededRandom } from '../../api/src/lib/seeded-random.ts'
import { ACCOUNTS } from '../../e2e/src/harness/accounts.ts'
import { tokenOf } from '../../e2e/src/harness/browser.ts'
import { freePort, startSite } from '../../e2e/src/harness/site.ts'
import { within } from '../../ops/workload/virtual-users.ts'
import { demoFolder, QUIET_ENV, milliseconds, pause, seconds, numberOptions } from './setup.ts'
import { openConnection, type Answer, type Connection } from './connection.ts'
import type { Drill } from './report.ts'

const STOP_BAR_MS = 10_000
const WORK_MS = { shortest: 1_000, longest: 2_000 }

/** SIGTERM under load: pending requests complete, then the process exits. */
export const run: Drill = async (args) => {
  const { stops, clients, seed } = numberOptions(args, { stops: 10, clients: 24, seed: 1 })
  const random = seededRandom(`sigterm ${seed}`)
  const port = await freePort()
  const dataDir = await demoFolder()
  let [underway, failed, later, inOrder] = [0, 0, 0, 0]
  const exits: number[] = []
  for (let round = 0; round < stops; round += 1) {
    const site = await startSite({ dataDir, port, env: QUIET_ENV })
    const token = await tokenOf(site, ACCOUNTS[0])
    const answers: Answer[] = []
    const connections = Array.from({ length: clients }, () => openConnection(site.url, 1))
    const working = connections.map((connection, index) =>
      untilGone(connection, token, index, answers),
    )
    await pause(within(random, WORK_MS))
    const told = performance.now()
    await site.stop()
    inOrder += site.process.exitCode === 0 ? 1 : 0
    exits.push(performance.now() - told)
    await Promise.all(working)
    for (const connection of connections) connection.close()
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

/** Alternates reads and writes on one connection until the server is gone. */
async function untilGone(connection: Connection, token: string, index: number, answers: Answer[]) {
  const nobody = { email: `nobody-${index}@example.org`, password: 'Nothing-2027!' }
  const calls = [
    () => connection.call(publication.winnerList, { pageSize: 12 }),
    () => connection.call(entries.entryList, {}, token),
    () => connection.call(session.login, nobody),
    () => connection.send('/home'),
  ]
  for (;;) {
    for (const call of [...calls.slice(index % 4), ...calls]) {
      const answer = await call()
      answers.push(answer)
      if (answer.status === undefined) return
    }
  }
}
