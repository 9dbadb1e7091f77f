import { readdirSync, utimesSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { performance } from 'node:perf_hooks'
import {
  FILE_COLUMNS,
  referencesQuery,
} from '../../api/src/files/uploads/stored-files.repository.ts'
import { seededRandom } from '../../api/src/lib/seeded-random.ts'
import { median } from '../../bench/common/results.ts'
import { query } from '../../e2e/src/harness/database.ts'
import { freePort, startSite, type Site } from '../../e2e/src/harness/site.ts'
import { runToEnd } from '../../e2e/src/harness/start.ts'
import { apiClient } from '../../ops/workload/api-client.ts'
import { checkScore } from '../../ops/workload/juror.ts'
import { within } from '../../ops/workload/virtual-users.ts'
import { proveNothingLost } from '../../ops/workload/proof.ts'
import { killWithDatabase } from '../../ops/workload/workload.ts'
import type { Drill } from './report.ts'
import { demoFolder, QUIET_ENV, seconds, numberOptions, targetOf, workloadOn } from './setup.ts'

const READY_BAR_MS = 3_000
const WORK_MS = { shortest: 500, longest: 3_000 }

/** kill -9 again and again under mixed load, every third time with the database. */
export const run: Drill = async (args) => {
  const { kills, seed } = numberOptions(args, { kills: 50, seed: 1 })
  const random = seededRandom(`kill ${seed}`)
  const port = await freePort()
  const dataDir = await demoFolder()
  let site = await startSite({ dataDir, port, env: QUIET_ENV })
  try {
    const { log, everybody, killAfter } = await workloadOn(site)
    const starts: number[] = []
    for (let round = 1; round <= kills; round += 1) {
      const current = site
      const kill = () => (round % 3 === 0 ? killWithDatabase(current) : current.kill())
      await killAfter(within(random, WORK_MS), Object.values(everybody), kill)
      const begin = performance.now()
      site = await startSite({ dataDir, port, env: QUIET_ENV })
      starts.push(performance.now() - begin)
      for (const score of log.scores) await checkScore(apiClient(site.url), score)
      console.log(`kill ${round}: ready again after ${seconds(starts.at(-1) ?? 0)}`)
    }
    const acknowledged = await proveNothingLost(targetOf(site), log)
    const stray = await strayFiles(site)
    const left = await removeStrayFiles(site, stray)
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

/** Stored files without a row that refers to them. */
async function strayFiles(site: Pick<Site, 'dataDir'>): Promise<string[]> {
  const folder = join(site.dataDir, 'files')
  const tables = new Set(FILE_COLUMNS.map(({ table }) => table))
  const rows = await query<{ key: string }>(site, referencesQuery(tables))
  const named = new Set(rows.map(({ key }) => key))
  return readdirSync(join(folder, 'private'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((key) => !named.has(key))
}

/** Runs `npm run awards -- files check --remove` on files aged by two days; returns the stray files left. */
async function removeStrayFiles(site: Pick<Site, 'dataDir'>, stray: readonly string[]) {
  const then = Date.now() / 1_000 - 2 * 86_400
  for (const key of stray) utimesSync(join(site.dataDir, 'files', key), then, then)
  const script = 'api/src/ops/files.cli.ts'
  const { code, said } = await runToEnd(script, ['check', '--remove'], { DATA_DIR: site.dataDir })
  if (code !== 0) throw new Error(`The reconciliation found something missing:\n${said}`)
  return strayFiles(site)
}
