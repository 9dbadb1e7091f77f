import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AppContext } from '../start/app-context.ts'
import { ROOT_DIR } from '../start/config.ts'
import { ADVISORY_LOCKS, type Db } from '../db/database.ts'

/** The demo programme of the checkout. */
export const DEMO_PROGRAMME = join(ROOT_DIR, 'programme')

const POLL_MS = 250

/**
 * Loads the demo programme into an empty database; skips a database that has an edition. An advisory lock lets
 * one of several starting processes load it while the others wait.
 */
export async function loadDemo(context: AppContext) {
  await context.db.connection().execute(async (connection) => {
    while (!(await tryLock(connection))) await delay(POLL_MS)
    try {
      await load(context)
    } finally {
      await sql`select pg_advisory_unlock(${ADVISORY_LOCKS.demo}::bigint)`.execute(connection)
    }
  })
}

async function tryLock(connection: Db): Promise<boolean> {
  const { rows } = await sql<{ is_acquired: boolean }>`
    select pg_try_advisory_lock(${ADVISORY_LOCKS.demo}::bigint) as is_acquired`.execute(connection)
  return rows[0]?.is_acquired === true
}

async function load(context: AppContext) {
  const edition = await context.db.selectFrom('editions').select('id').limit(1).executeTakeFirst()
  if (edition) return
  console.log('Loading the demo programme, once …')
  const { applyProgramme } = await import('../modules/programme/programme.service.ts')
  // The full JPEG of a picture serves for its larger sizes until jobs have made them.
  const plan = await applyProgramme(context, DEMO_PROGRAMME, { deferredTo: context.jobs })
  console.log(`${plan.programme} is loaded.`)
}
