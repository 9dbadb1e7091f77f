import { writeFile } from 'node:fs/promises'
import { ConfigError } from '../../../lib/config-error.ts'
import { parseConfig } from '../../../start/config.ts'
import { createContext } from '../../../start/create-context.ts'
import { StartError } from '../../../lib/start-error.ts'
import type { Db } from '../../../db/database.ts'
import { openSiteDatabase } from '../../../ops/command-line.ts'
import { checkFile, checkStored, describeSnapshot, findSnapshot } from './results-command.ts'

const EXIT = { equal: 0, unequal: 1, usage: 2, refused: 3 } as const
const USAGE = `Usage:
  npm run awards -- results verify --edition CODE    computes the frozen results again and compares the fingerprints
  npm run awards -- results verify --file FILE       the same for an exported snapshot, without the database
  npm run awards -- results show --edition CODE      prints the frozen results, category by category
  npm run awards -- results export --edition CODE --file FILE
                                              writes the snapshot as text, one JSON value a line
Exit codes: 0 equal or done, 1 unequal, 2 wrong use, 3 refused.`

type Command = { name: string; edition: string | undefined; file: string | undefined }

function readCommand([name = '', ...rest]: string[]): Command | undefined {
  const options = new Map<string, string>()
  for (let index = 0; index < rest.length; index += 2) {
    options.set(rest[index] ?? '', rest[index + 1] ?? '')
  }
  const edition = options.get('--edition') || undefined
  const file = options.get('--file') || undefined
  const isKnown = [...options.keys()].every((option) => ['--edition', '--file'].includes(option))
  if (!isKnown || !['verify', 'show', 'export'].includes(name)) return undefined
  if (!edition && !(name === 'verify' && file)) return undefined
  if (name === 'export' && !file) return undefined
  return { name, edition, file }
}

async function withDatabase(work: (db: Db) => Promise<number>): Promise<number> {
  const config = parseConfig(process.env)
  const database = await openSiteDatabase(config)
  const carrier = { send: () => Promise.reject(new Error('Mail leaves from the server alone')) }
  const { context, close } = createContext({ config, connection: database.connection, carrier })
  try {
    return await work(context.db)
  } finally {
    await close()
    await database.close()
  }
}

function tell({ text, is_equal }: { text: string; is_equal: boolean }): number {
  console.log(text)
  return is_equal ? EXIT.equal : EXIT.unequal
}

async function run({ name, edition = '', file }: Command): Promise<number> {
  if (name === 'verify' && file) return tell(await checkFile(file))
  return withDatabase(async (db) => {
    const stored = await findSnapshot(db, edition)
    if (name === 'verify') return tell(await checkStored(db, stored))
    const { text, table } = describeSnapshot(stored)
    if (name === 'export' && file) {
      await writeFile(file, text)
      console.log(
        `Written to ${file}. Check it anywhere: npm run awards -- results verify --file ${file}`,
      )
    } else {
      console.log(table)
    }
    return EXIT.equal
  })
}

async function start(args: string[]): Promise<number> {
  const command = readCommand(args)
  if (command) return run(command)
  console.error(USAGE)
  return EXIT.usage
}

process.exitCode = await start(process.argv.slice(2)).catch((error: unknown) => {
  const isKnown = error instanceof StartError || error instanceof ConfigError
  console.error(isKnown ? error.message : error)
  return error instanceof ConfigError ? EXIT.usage : EXIT.refused
})
