import { resolve } from 'node:path'
import { ConfigError } from '../../app/config-error.ts'
import { parseConfig } from '../../app/config.ts'
import { createContext } from '../../app/create-context.ts'
import { StartError } from '../../app/start-error.ts'
import { migrate } from '../../db/migrate.ts'
import { openSiteDatabase } from './cli-database.ts'
import { describeReport } from './programme-report.ts'
import { applyProgramme, planProgramme } from './programme.service.ts'

const USAGE = `Usage: npm run programme -- apply <folder>   load the files and say what changed
       npm run programme -- plan <folder>    say what would change, and change nothing`

async function run([command, folder = '']: string[]): Promise<number> {
  if ((command !== 'apply' && command !== 'plan') || folder === '') {
    console.error(USAGE)
    return 2
  }
  const config = parseConfig(process.env)
  const database = await openSiteDatabase(config)
  const carrier = { send: () => Promise.reject(new Error('Mail leaves from the server alone')) }
  const { context, close } = createContext({ config, connection: database.connection, carrier })
  try {
    await migrate(context.db)
    const place = resolve(folder)
    const report =
      command === 'plan'
        ? await planProgramme(context, place)
        : await applyProgramme(context, place, tellProgress)
    console.log(describeReport(report, command === 'plan'))
    return 0
  } finally {
    await close()
    await database.close()
  }
}

function tellProgress(done: number, total: number) {
  if (done % 25 === 0 || done === total) console.log(`  ${done} of ${total} pictures prepared`)
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  const isKnown = error instanceof StartError || error instanceof ConfigError
  console.error(isKnown ? error.message : error)
  return error instanceof ConfigError ? 2 : 1
})
