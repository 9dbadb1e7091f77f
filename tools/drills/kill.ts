import { performance } from 'node:perf_hooks'
import { killBoth, people, workUntilKilled } from '../../e2e/src/crash/people.ts'
import { proveNothingLost } from '../../e2e/src/crash/proof.ts'
import { freePort, startSite } from '../../e2e/src/harness/site.ts'
import { demoFolder, QUIET } from './demo.ts'
import { reconcile, strayFiles } from './stray-files.ts'
import { median, seconds } from './figures.ts'
import { numbers } from './options.ts'
import type { Drill } from './outcome.ts'

const READY_BAR_MS = 3_000
const WORK_MS = { shortest: 500, longest: 3_000 }

/** kill -9 again and again under mixed load, every third time with the database. */
export const run: Drill = async (args) => {
  const { kills } = numbers(args, { kills: 50 })
  const port = await freePort()
  const dataDir = await demoFolder()
  let site = await startSite({ dataDir, port, env: QUIET })
  try {
    const everybody = await people(site)
    const starts: number[] = []
    for (let round = 1; round <= kills; round += 1) {
      const current = site
      const kill = () => (round % 3 === 0 ? killBoth(current) : current.kill())
      await workUntilKilled(everybody, kill, WORK_MS)
      const begin = performance.now()
      site = await startSite({ dataDir, port, env: QUIET })
      starts.push(performance.now() - begin)
      await everybody.juror.verify()
      console.log(`kill ${round}: ready again after ${seconds(starts.at(-1) ?? 0)}`)
    }
    const confirmed = await proveNothingLost(site, everybody)
    const stray = await strayFiles(site)
    const left = await reconcile(site, stray)
    return {
      holds: Math.max(...starts) <= READY_BAR_MS && left.length === 0,
      figures: {
        kills,
        ...confirmed,
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
