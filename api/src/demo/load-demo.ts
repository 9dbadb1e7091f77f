import { join } from 'node:path'
import type { AppContext } from '../app/app-context.ts'
import { ROOT_DIR } from '../app/config.ts'
import { applyProgramme } from '../modules/programme/programme.service.ts'

/** The demo programme of the checkout. */
export const DEMO_PROGRAMME = join(ROOT_DIR, 'programme')

/** Fills an empty database with the demo programme; a database that has an edition is left alone. */
export async function loadDemo(context: AppContext) {
  const edition = await context.db.selectFrom('editions').select('id').limit(1).executeTakeFirst()
  if (edition) return
  console.log('Loading the demo programme, once …')
  const plan = await applyProgramme(context, DEMO_PROGRAMME)
  console.log(`${plan.programme} is loaded.`)
}
