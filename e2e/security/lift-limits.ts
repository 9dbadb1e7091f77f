import { Client } from 'pg'
import { databaseUrl } from '../src/harness/database.ts'
import type { Site } from '../src/harness/site.ts'

const EVERY_MS = 250

/** Empties the counters of attempts again and again, so that a scanner reaches what stands behind them. */
export async function liftLimits(site: Pick<Site, 'dataDir'>) {
  const client = new Client({ connectionString: databaseUrl(site) })
  await client.connect()
  let last: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    last = client.query('delete from rate_limits').catch(() => undefined)
  }, EVERY_MS)
  return {
    async close() {
      clearInterval(timer)
      await last
      await client.end()
    },
  }
}
