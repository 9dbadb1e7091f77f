import pg from 'pg'
import { session } from '@awards/shared/contract'
import type { ApiClient } from './api-client.ts'
import type { OpenCategory, WriteLog } from './write-log.ts'

/** Credentials of a user. */
export type Account = { email: string; password: string }
/** A juror and an assigned entry without a score. */
export type Seat = { account: Account; entry: string }
export type AccountPool = {
  entrants: readonly Account[]
  seats: readonly Seat[]
  category: OpenCategory
}
/** `password` is the one of the demo accounts. */
export type PoolSize = { password: string; entrants: number; jurors: number }

/**
 * Creates entrants in the database of a demo site, with the password hash of a demo entrant, and selects jurors of the
 * demo with unscored entries.
 */
export async function accountPool(
  database: string,
  { password, entrants, jurors }: PoolSize,
): Promise<AccountPool> {
  const accounts = await queryAt<{ email: string }>(
    database,
    `insert into users (email, password_hash, first_name, last_name, country, status, identity,
       email_verified_at, terms_accepted_at, terms_version)
     select 'entrant-' || n || '@workload.example.org', model.password_hash, 'Noémie', 'Garel', 'FR',
       'active', 0, now(), now(), model.terms_version
     from generate_series(1, $1::int) n, (select password_hash, terms_version from users
       where email = 'info@aoiworks.example.org') model
     returning email`,
    [entrants],
  )
  // One entry per juror; several if there are fewer jurors.
  const seats = await queryAt<{ email: string; entry: string }>(
    database,
    `select u.email, a.apply_order_id as entry
     from assignments a join jurors j on j.id = a.juror_id join users u on u.id = j.user_id
     where a.level = 2 and a.status < 3
     order by row_number() over (partition by j.id order by a.id), j.id limit $1`,
    [jurors],
  )
  return {
    entrants: accounts.map(({ email }) => ({ email, password })),
    seats: seats.map(({ email, entry }) => ({ account: { email, password }, entry })),
    category: await openCategory(database),
  }
}

/** A section of professionals and a category open to it. */
export async function openCategory(database: string): Promise<OpenCategory> {
  const [open] = await queryAt<OpenCategory>(
    database,
    `select s.id as section, c.id as category from sections s, categories c
     where s.code ilike '%pro%' and c.parent_id is not null and c.is_active
       and c.sections_allowed = '{}'
     order by s.id, c.id limit 1`,
  )
  if (!open) throw new Error('The programme has no category that is open to professionals')
  return open
}

/** Signs in and logs the session; returns its token. */
export async function signIn(api: ApiClient, log: WriteLog, account: Account): Promise<string> {
  const { token } = await api('', session.login, account)
  log.sessions.push({ token, email: account.email, state: 'open' })
  log.acknowledge('sessions')
  return token
}

/** Runs a query on a connection of its own. */
export async function queryAt<Row extends Record<string, unknown>>(
  connectionString: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(text, [...values])).rows
  } finally {
    await client.end()
  }
}
