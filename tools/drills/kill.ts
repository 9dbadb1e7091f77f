import { performance } from 'node:perf_hooks'
import { seededRandom } from '../../api/src/lib/seeded-random.ts'
import { median } from '../../bench/common/figures.ts'
import { freePort, startSite } from '../../e2e/src/harness/site.ts'
import { apiClient } from '../../ops/workload/api-client.ts'
import { checkScore } from '../../ops/workload/juror.ts'
import { within } from '../../ops/workload/pace.ts'
import { proveNothingLost } from '../../ops/workload/proof.ts'
import { killWithDatabase } from '../../ops/workload/workload.ts'
import { demoFolder, QUIET } from './demo.ts'
import { seconds } from './figures.ts'
import { numbers } from './options.ts'
import type { Drill } from './outcome.ts'
import { reconcile, strayFiles } from './stray-files.ts'
import { targetOf, workloadOn } from './work.ts'

const READY_BAR_MS = 3_000
const WORK_MS = { shortest: 500, longest: 3_000 }

/** kill -9 again and again under mixed load, every third time with the database. */
export const run: Drill = async (args) => {
  const { kills, seed } = numbers(args, { kills: 50, seed: 1 })
  const random = seededRandom(`kill ${seed}`)
  const port = await freePort()
  const dataDir = await demoFolder()
  let site = await startSite({ dataDir, port, env: QUIET })
  try {
    const { log, everybody, killAfter } = await workloadOn(site)
    const starts: number[] = []
    for (let round = 1; round <= kills; round += 1) {
      const current = site
      const kill = () => (round % 3 === 0 ? killWithDatabase(current) : current.kill())
      await killAfter(within(random, WORK_MS), Object.values(everybody), kill)
      const begin = performance.now()
      site = await startSite({ dataDir, port, env: QUIET })
      starts.push(performance.now() - begin)
      for (const score of log.scores) await checkScore(apiClient(site.url), score)
      console.log(`kill ${round}: ready again after ${seconds(starts.at(-1) ?? 0)}`)
    }
    const acknowledged = await proveNothingLost(targetOf(site), log)
    const stray = await strayFiles(site)
    const left = await reconcile(site, stray)
    return {
      holds: Math.max(...starts) <= READY_BAR_MS && left.length === 0,
      figures: {
        kills,
        seed,
        ...acknowledged,
        'confirmed writes lost': 0,
        'ready, median': seconds(median(starts)),
        'ready, longest': seconds(Math.max(...starts)),
        'files without a row before the reconciliation': stray.length,
        'after it': left.length,
      },
    }
  } finally {
    await site.kill()
  }
}
