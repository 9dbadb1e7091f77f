import { performance } from 'node:perf_hooks'
import { freePort, startSite } from '../../e2e/src/harness/site.ts'
import { startToEnd } from '../../e2e/src/harness/start.ts'
import { proveNothingLost } from '../../ops/workload/proof.ts'
import {
  demoFolder,
  QUIET_ENV,
  milliseconds,
  numberOptions,
  targetOf,
  underLoad,
  workloadOn,
} from './setup.ts'
import type { Drill } from './report.ts'

const BAR_MS = 2_000

/** A second process on the same data folder, again and again, while the first one works. */
export const run: Drill = async (args) => {
  const { starts } = numberOptions(args, { starts: 10 })
  const dataDir = await demoFolder()
  const site = await startSite({ dataDir, env: QUIET_ENV })
  try {
    const { log, everybody, start: begin, stop } = await workloadOn(site)
    void begin(Object.values(everybody))
    await underLoad(log)
    const times: number[] = []
    let refused = 0
    for (let start = 0; start < starts; start += 1) {
      const from = performance.now()
      const env = { DATA_DIR: dataDir, PORT: String(await freePort()) }
      const { code, said } = await startToEnd(env)
      times.push(performance.now() - from)
      if (code === 1 && said.includes('in use by process')) refused += 1
    }
    await stop()
    const acknowledged = await proveNothingLost(targetOf(site), log)
    const slowest = Math.max(...times)
    return {
      holds: refused === starts && slowest <= BAR_MS,
      figures: {
        'second starts': starts,
        'refused with the reason': refused,
        'gone, longest': milliseconds(slowest),
        ...acknowledged,
        'confirmed writes lost': 0,
      },
    }
  } finally {
    await site.kill()
  }
}
