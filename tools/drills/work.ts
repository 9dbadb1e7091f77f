import { DEMO_PASSWORD } from '../../e2e/src/harness/browser.ts'
import { databaseUrl } from '../../e2e/src/harness/database.ts'
import type { Site } from '../../e2e/src/harness/site.ts'
import { mixedWorkload, type Target } from '../../ops/workload/workload.ts'
import type { WriteLog } from '../../ops/workload/write-log.ts'
import { until } from './figures.ts'

/** A site as the workload reaches it, its database included. */
export const targetOf = (site: Site): Target => ({
  url: site.url,
  wallet: site.wallet,
  mailbox: site.mailbox,
  database: databaseUrl(site),
})

/** One of everybody who writes, ready to begin on a site with the demo programme. */
export const workloadOn = (site: Site) => mixedWorkload(targetOf(site), DEMO_PASSWORD)

/** Waits until so many more writes were acknowledged: everybody is at work, or is so again. */
export async function underLoad(log: WriteLog, writes = 50) {
  const from = log.total()
  await until(() => log.total() >= from + writes, `${writes} writes are acknowledged`)
}
