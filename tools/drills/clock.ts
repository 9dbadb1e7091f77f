import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { entries } from '@awards/shared/contract'
import { tokenOf } from '../../e2e/src/harness/browser.ts'
import { ACCOUNTS } from '../../e2e/src/harness/accounts.ts'
import { databaseUrl } from '../../e2e/src/harness/database.ts'
import { startSite, type Site } from '../../e2e/src/harness/site.ts'
import { openCategory } from '../../ops/workload/accounts.ts'
import { apiClient } from '../../ops/workload/api-client.ts'
import { demoFolder, QUIET_ENV, numberOptions, UsageError } from './setup.ts'
import type { Drill } from './report.ts'

const LIBRARIES = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`,
)
/** The machine's clock for each start, against the true time. */
const JUMPS = ['+0', '+1d', '-1d', '+0']

/** The whole machine's clock jumps by a day between two starts, and past the end of the call. */
export const run: Drill = async (args) => {
  numberOptions(args, {})
  const library = LIBRARIES.find((path) => existsSync(path))
  if (!library)
    throw new UsageError('This drill needs libfaketime. Install it: apt-get install faketime')
  const dataDir = await demoFolder()
  const figures: Record<string, string> = {}
  let holds = true
  const known: string[] = []

  async function startedAt(offset: string, check: (site: Site) => Promise<string>) {
    const env = { ...QUIET_ENV, LD_PRELOAD: library ?? '', FAKETIME: offset }
    const site = await startSite({ dataDir, env })
    try {
      return await check(site)
    } finally {
      await site.stop()
    }
  }

  for (const [index, offset] of JUMPS.entries()) {
    const said = await startedAt(offset, async (site) => {
      const token = await tokenOf(site, ACCOUNTS[0])
      const api = apiClient(site.url)
      const { section, category } = await openCategory(databaseUrl(site))
      const begun = await api(token, entries.entry, {
        section_id: section,
        category_ids: [category],
        idempotency_key: randomUUID(),
      })
      known.push(...begun.orders.map(({ apply_order_id }) => apply_order_id))
      const { list } = await api(token, entries.entryList, { pageSize: 100 })
      const there = new Set(list.map(({ apply_order_id }) => apply_order_id))
      const found = known.filter((id) => there.has(id)).length
      holds &&= found === known.length
      return `an entry is begun; ${found} of the ${known.length} begun so far are there`
    })
    figures[`start ${index + 1}, clock ${offset}`] = said
  }
  return { holds, figures }
}
