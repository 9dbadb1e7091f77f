import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { errorCode, isDiskFull } from '../lib/errors.ts'
import type { DB } from './schema.gen.ts'

const MAX_NAMED = 500
const names = new Map<string, string>()

function statementName(text: string): string | undefined {
  const existing = names.get(text)
  if (existing || names.size >= MAX_NAMED) return existing
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** Called before each statement; may return a callback for its end. */
type StatementTracer = (text: string) => ((error?: unknown) => void) | undefined
type Done = (error: unknown, result: unknown) => void
let tracer: StatementTracer | undefined

/** Sets the tracer that is called for each statement; `undefined` removes it. */
export const traceStatements = (next: StatementTracer | undefined) => void (tracer = next)

/**
 * Gives each distinct statement with parameters a name, so that PostgreSQL parses and plans it once
 * per connection: twice the throughput of a list. Bounded, since texts with lists of ids vary.
 */
class NamedClient extends pg.Client {
  // Casts: the overloads of the driver cannot be restated.
  override query = ((text: unknown, values: unknown, callback: unknown) => {
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0
        ? statementName(text)
        : undefined
    const config = name ? { name, text, values } : text
    const given = name ? undefined : values
    const ask = (done: unknown) =>
      super.query(config as string, given as unknown[], done as never) as unknown
    const end = tracer && typeof text === 'string' ? tracer(text) : undefined
    return end ? trace(ask, callback, end) : ask(callback)
  }) as pg.Client['query']
}

function trace(ask: (done: unknown) => unknown, callback: unknown, end: (error?: unknown) => void) {
  if (typeof callback === 'function') {
    const done = callback as Done
    return ask((error: unknown, result: unknown) => {
      end(error)
      done(error, result)
    })
  }
  const answer = ask(undefined)
  if (answer instanceof Promise) answer.then(() => end(), end)
  else end()
  return answer
}

/** The pool or a transaction; a repository is built for either. */
export type Db = Kysely<DB>

/**
 * Keys of the advisory locks that are numbers: arbitrary, equal in all processes, each its own. Session and transaction
 * locks of one key wait for each other, so that a backup with the key of the audit chain would hold up every commit that
 * writes to the audit log.
 */
export const ADVISORY_LOCKS = {
  programme: 7_402_011,
  migrations: 727_104_061,
  /** Taken by the trigger of migration 0030. */
  auditChain: 727_104_062,
  backup: 727_104_064,
  demo: 727_104_065,
} as const

const POOL_SIZE = 10
const STATEMENT_TIMEOUT = 15_000
/**
 * Wait for a connection of the pool; the call is then refused with a 503. While twice the processes start on two cores,
 * connections take five seconds and more; the client gives up after twenty. A database that is away refuses at once.
 */
const CONNECT_TIMEOUT = 10_000

/** PostgreSQL: too many connections. */
const TOO_MANY = '53300'
const RETRY_MS = 50

type OnConnected = Parameters<pg.Pool['connect']>[0]

/**
 * A pool that retries when the server refuses one more connection, as long as it has others, which become idle.
 * On a full disk open connections go on reading, while a new one fails if its catalogue cache (`pg_internal.init`) has to
 * be written first.
 */
class RetryingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(done: OnConnected): void
  override connect(done?: OnConnected): Promise<pg.PoolClient> | void {
    const connected = this.connectOrRetry()
    if (!done) return connected
    connected.then(
      (client) => done(undefined, client, (error) => client.release(error)),
      (error: Error) => done(error, undefined, () => undefined),
    )
  }

  private async connectOrRetry(): Promise<pg.PoolClient> {
    const limit = performance.now() + CONNECT_TIMEOUT
    for (;;) {
      try {
        return await super.connect()
      } catch (error) {
        const isRefused = errorCode(error) === TOO_MANY || isDiskFull(error)
        if (!isRefused || this.totalCount === 0 || performance.now() > limit) throw error
        await pause(RETRY_MS)
      }
    }
  }
}

// Returns `date` as a string: a `Date` would depend on the time zone of the process.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)

/** How to connect: a URL, or a socket folder with a database name. */
export type Connection = string | { socketDir: string; database: string; user?: string }

/** Opens a pool and the query builder on it. */
export function openDatabase(connection: Connection, max = POOL_SIZE): { db: Db; pool: pg.Pool } {
  const pool = new RetryingPool({
    ...poolTarget(connection),
    max,
    Client: NamedClient,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    statement_timeout: STATEMENT_TIMEOUT,
    idle_in_transaction_session_timeout: 30_000,
  })
  // Without a listener an error of an idle connection would end the process; the pool replaces the connection.
  pool.on('error', () => undefined)
  // The same for a connection lost between two statements of a transaction: the next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return { db, pool }
}

const pools = new WeakMap<Db, pg.Pool>()

/** The connection pool behind a query builder. */
export function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db)
  if (!pool) throw new Error('A transaction has no pool of its own')
  return pool
}

/** Rejects if the database does not answer. */
export async function pingDatabase(db: Db): Promise<void> {
  await poolOf(db).query('select 1')
}

/** Settings of `pg` for a connection. */
export function poolTarget(connection: Connection): pg.PoolConfig {
  if (typeof connection === 'string') return { connectionString: connection }
  const { socketDir, database, user = 'awards' } = connection
  return { host: socketDir, database, user }
}
