import type { Connection } from '../db/database.ts'
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import { lockDataDir } from '../db/embedded/data-dir.ts'
import { postgresAccount, clusterDir, socketDir } from '../db/embedded/postgres-paths.ts'
import { ConfigError, StartError } from '../lib/errors.ts'
import type { Config } from '../start/config.ts'
import type { AppContext } from '../start/app-context.ts'
import { createContext } from '../start/create-context.ts'

export const EXIT = { done: 0, found: 1, usage: 2, refused: 3 } as const

/** Wrong arguments; the message says which, and the usage is printed below it. */
export class UsageError extends Error {}

const isHelp = (argument: string) => argument === '--help' || argument === '-h'

/** What is wrong with the arguments; undefined for any other error. */
function usageProblem(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.message
  const isParsing =
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  // Node goes on with advice about arguments that begin with a dash.
  return isParsing ? `${error.message.split('. To specify')[0]}.` : undefined
}

type Outcome = {
  /** Exit code of an error that is not about the arguments. */
  readonly refused?: number
  /** Errors that the operator can fix, besides those of start and configuration. */
  readonly isKnown?: (error: unknown) => boolean
}

/**
 * Runs a command and sets the exit code; `--help` prints the usage instead. Prints errors that the operator can fix as a
 * sentence, others with their stack.
 */
export async function runCommand(
  work: (args: string[]) => Promise<number>,
  usage: string,
  { refused = EXIT.refused, isKnown = () => false }: Outcome = {},
) {
  const args = process.argv.slice(2)
  if (args.some(isHelp)) return console.log(usage)
  process.exitCode = await work(args).catch((error: unknown) => {
    const problem = usageProblem(error)
    if (problem) {
      console.error(`${problem}\n\n${usage}`)
      return EXIT.usage
    }
    const isSentence = error instanceof StartError || error instanceof ConfigError || isKnown(error)
    console.error(isSentence ? (error as Error).message : error)
    return error instanceof ConfigError ? EXIT.usage : refused
  })
}

/** A human-readable size in decimal units. */
export function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  return `${(bytes / 1_000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step] ?? 'B'}`
}

const DATABASE = 'awards'

type SiteDatabase = { connection: Connection; close: () => Promise<void> }

/** Connects to the database of a running site, or starts the embedded PostgreSQL until `close`. */
export async function openSiteDatabase(config: Config): Promise<SiteDatabase> {
  if (config.databaseUrl) return { connection: config.databaseUrl, close: async () => undefined }
  const unlock = lockUnlessRunning(config.dataDir)
  if (!unlock) {
    const account = postgresAccount()
    const sockets = socketDir(account, clusterDir(account, config.dataDir))
    return { connection: { socketDir: sockets, database: DATABASE }, close: async () => undefined }
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir })
  await postgres.createDatabase(DATABASE)
  return {
    connection: { socketDir: postgres.socketDir, database: DATABASE },
    close: async () => {
      await postgres.stop()
      unlock()
    },
  }
}

// Undefined if a running site holds the lock: its database then answers.
function lockUnlessRunning(dataDir: string) {
  try {
    return lockDataDir(dataDir)
  } catch (error) {
    if (error instanceof StartError) return undefined
    throw error
  }
}

/** Commands queue mails like the server does; sending them is the server's alone. */
const REFUSING_MAIL_TRANSPORT = {
  send: () => Promise.reject(new Error('Mail leaves from the server alone')),
}

/** Runs `work` with what the modules of a site need, then closes that and the database. */
export async function withSiteContext<T>(
  config: Config,
  database: SiteDatabase,
  work: (context: AppContext) => Promise<T>,
): Promise<T> {
  const { context, close } = createContext({
    config,
    connection: database.connection,
    mailTransport: REFUSING_MAIL_TRANSPORT,
  })
  try {
    return await work(context)
  } finally {
    await close()
    await database.close()
  }
}
