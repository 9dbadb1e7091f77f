import { parseArgs } from 'node:util'
import { parseConfig } from '../start/parse-config.ts'
import { openDatabase } from '../db/database.ts'
import { openSiteDatabase, EXIT, runCommand, sizeText, UsageError } from './command-line.ts'
import { siteStorage } from '../files/storage/open-storage.ts'
import { checkFiles } from './kept-files.ts'

const SHOWN = 20
const USAGE = `Usage:
  npm run awards -- files check            says which rows have no file, and which files no row
  npm run awards -- files check --remove   removes the files without a row that are older than a day
Exit codes: 0 all is well, 1 files are missing, 2 wrong use, 3 refused.`

async function run(args: string[]): Promise<number> {
  const options = { remove: { type: 'boolean' } } as const
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
  if (positionals.join() !== 'check') {
    const given = positionals.join(' ')
    throw new UsageError(given ? `There is no "files ${given}".` : 'Say what to do: check.')
  }
  const config = parseConfig(process.env)
  const database = await openSiteDatabase(config)
  const { db } = openDatabase(database.connection)
  try {
    const remove = values.remove ?? false
    const found = await checkFiles(db, siteStorage(config), { now: new Date(), remove })
    printKeys('has a row and no file', found.missing)
    printKeys(remove ? 'had no row and was removed' : 'has no row', found.orphans)
    console.log(
      `${found.count} files of ${sizeText(found.bytes)}: ${found.missing.length} missing, ` +
        `${found.orphans.length} without a row.`,
    )
    return found.missing.length > 0 ? EXIT.found : EXIT.done
  } finally {
    await db.destroy()
    await database.close()
  }
}

function printKeys(what: string, keys: readonly string[]) {
  for (const key of keys.slice(0, SHOWN)) console.log(`${key} ${what}`)
  if (keys.length > SHOWN) console.log(`… and ${keys.length - SHOWN} more`)
}

await runCommand(run, USAGE)
