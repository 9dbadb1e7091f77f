import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { NamedClient } from './named-client.ts'
import type { DB } from './schema.gen.ts'

/** The pool or a transaction; a repository is built for either. */
export type Db = Kysely<DB>

const POOL_SIZE = 10
const STATEMENT_TIMEOUT = 15_000

// A calendar day is a string, not a moment in the time zone of the process.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)

/** What opens a connection: an address, or a socket folder with a database name. */
export type Connection = string | { socketDir: string; database: string; user?: string }

/** Opens a pool and the query builder on it. */
export function openDatabase(connection: Connection, max = POOL_SIZE): { db: Db; pool: pg.Pool } {
  const pool = new pg.Pool({
    ...poolTarget(connection),
    max,
    Client: NamedClient,
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_TIMEOUT,
    idle_in_transaction_session_timeout: 30_000,
  })
  // A dropped idle connection is replaced at the next query; without a listener it ends the process.
  pool.on('error', () => undefined)
  // So is one that drops between two statements of a transaction: the next of them fails.
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

/** Settings of `pg` for a connection. */
export function poolTarget(connection: Connection): pg.PoolConfig {
  if (typeof connection === 'string') return { connectionString: connection }
  const { socketDir, database, user = 'awards' } = connection
  return { host: socketDir, database, user }
}
