import { parseArgs } from 'node:util'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { parseConfig } from '../start/parse-config.ts'
import { EXIT, openSiteDatabase, runCommand } from './command-line.ts'

const USAGE = `Usage:
  npm run awards -- migrate   runs the pending migrations of this release
A start runs them as well. Run it before, where many processes are replaced and the first of them should not have to.
Exit codes: 0 done, 2 wrong use, 3 refused.`

/** Runs the migrations while the processes of the release before serve on; several runs at once wait for each other. */
async function run(args: string[]): Promise<number> {
  parseArgs({ args })
  const database = await openSiteDatabase(parseConfig(process.env))
  const { db } = openDatabase(database.connection)
  try {
    const names = await migrate(db)
    console.log(names.length > 0 ? `Migrated: ${names.join(', ')}` : 'Nothing to migrate.')
    return EXIT.done
  } finally {
    await db.destroy()
    await database.close()
  }
}

await runCommand(run, USAGE)
