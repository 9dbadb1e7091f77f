import { performance } from 'node:perf_hooks'
import { join } from 'node:path'
import { judge } from '@awards/shared/contract'
import { backupsIn, readManifest } from '../../api/src/ops/backup-folder.ts'
import { rowsOf } from '../../api/src/ops/backup.ts'
import { query } from '../../e2e/src/harness/database.ts'
import { tokenOf } from '../../e2e/src/harness/browser.ts'
import { newFolder, startSite, type Site } from '../../e2e/src/harness/site.ts'
import { runToEnd } from '../../e2e/src/harness/start.ts'
import { CHAIR } from '../../e2e/src/journey/judge.ts'
import { plantEntries } from '../../e2e/src/jury/plant-entries.ts'
import { apiClient } from '../../ops/workload/api-client.ts'
import { demoFolder, QUIET_ENV, seconds, numberOptions, underLoad, workloadOn } from './setup.ts'
import type { Drill } from './report.ts'

const RESTORE_BAR_MS = 120_000
const LIMIT_MS = 900_000

/** A site of many entries is copied under load, and comes back from the copy in an empty folder. */
export const run: Drill = async (args) => {
  const { entries } = numberOptions(args, { entries: 100_000 })
  const dataDir = await demoFolder()
  const root = join(await newFolder(), 'backups')
  let site = await startSite({ dataDir, env: QUIET_ENV })
  try {
    await plant(site, entries)
    const { log, everybody, start, stop } = await workloadOn(site)
    void start(Object.values(everybody))
    await underLoad(log)
    const before = log.entries.filter(({ created }) => created).map(({ key }) => key)
    const copying = await command('backup', ['--to', root], dataDir)
    await stop()
    await site.stop()

    const [id = ''] = await backupsIn(root)
    const manifest = await readManifest(join(root, id))
    const restored = await newFolder()
    const restoring = await command('restore', ['--from', root], restored)
    const from = performance.now()
    site = await startSite({ dataDir: restored, env: QUIET_ENV })
    const readyAfter = performance.now() - from
    const found = await query<{ key: string }>(
      site,
      'select idempotency_key::text as key from projects where idempotency_key = any($1::uuid[])',
      [before],
    )
    const listed = await total(site)
    const isWhole = found.length === before.length && listed >= entries
    return {
      holds: isWhole && restoring <= RESTORE_BAR_MS,
      figures: {
        'entries in the table of the chair afterwards': listed,
        rows: rowsOf(manifest),
        'stored files': manifest.files.count,
        'backup under load': seconds(copying),
        'restore into an empty folder': seconds(restoring),
        'the restored site is ready after': seconds(readyAfter),
        'works confirmed before the backup began': before.length,
        'of them missing': before.length - found.length,
      },
    }
  } finally {
    await site.kill()
  }
}

/** A command of the operator on a data folder; gives how long it took. */
async function command(name: string, args: string[], dataDir: string): Promise<number> {
  const from = performance.now()
  const script = `api/src/ops/${name}.cli.ts`
  const { code, said } = await runToEnd(script, args, { DATA_DIR: dataDir }, LIMIT_MS)
  console.log(said.trim())
  if (code !== 0) throw new Error(`The ${name} failed:\n${said}`)
  return performance.now() - from
}

type Judged = { apply_order_id: string; first_level: { votes: number } }

async function judged(site: Site): Promise<{ total: number; list: Judged[] }> {
  const token = await tokenOf(site, CHAIR)
  return apiClient(site.url)(token, judge.judgeEntryList, { pageSize: 100 })
}

const total = async (site: Site) => (await judged(site)).total

/** Nothing is planted where the demo's folder has been filled before. */
async function plant(site: Site, entries: number) {
  const demo = await judged(site)
  const model = demo.list.find(({ first_level }) => first_level.votes > 0)
  if (demo.total < entries) await plantEntries(site, entries, model?.apply_order_id ?? '')
}
