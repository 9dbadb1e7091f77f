import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AppContext } from '../start/app-context.ts'
import { ROOT_DIR } from '../start/config.ts'
import type { Db } from '../db/database.ts'
import { applyProgramme } from '../modules/programme/programme.service.ts'

/** The demo programme of the checkout. */
export const DEMO_PROGRAMME = join(ROOT_DIR, 'programme')

const LOCK = 727_104_062
const PAUSE_MS = 250

/**
 * Fills an empty database with the demo programme; a database that has an edition is left alone. Of several
 * processes that start at once, one does it and the others wait.
 */
export async function loadDemo(context: AppContext) {
  await context.db.connection().execute(async (connection) => {
    while (!(await takes(connection))) await delay(PAUSE_MS)
    try {
      await load(context)
    } finally {
      await sql`select pg_advisory_unlock(${LOCK}::bigint)`.execute(connection)
    }
  })
}

async function takes(connection: Db): Promise<boolean> {
  const { rows } = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_lock(${LOCK}::bigint) as is_mine`.execute(connection)
  return rows[0]?.is_mine === true
}

async function load(context: AppContext) {
  const edition = await context.db.selectFrom('editions').select('id').limit(1).executeTakeFirst()
  if (edition) return
  console.log('Loading the demo programme, once …')
  const plan = await applyProgramme(context, DEMO_PROGRAMME)
  console.log(`${plan.programme} is loaded.`)
}
