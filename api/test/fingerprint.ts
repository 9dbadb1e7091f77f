import { sql } from 'kysely'
import type { Db } from '../src/db/database.ts'

/** Tables that any request may write: rate limits and the last use of a session. */
const COUNTERS = ['rate_limits', 'sessions']

/** A checksum per table, to prove that an action changed nothing. */
export async function fingerprint(db: Db, except: readonly string[] = []) {
  const left = [...COUNTERS, ...except]
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const parts = rows
    .filter(({ name }) => !left.includes(name))
    .map(
      ({ name }) => sql`select ${name}::text as name,
        count(*) || ' ' || coalesce(sum(hashtextextended(row::text, 0)::numeric), 0) as content
        from ${sql.table(name)} row`,
    )
  const found = await sql<{ name: string; content: string }>`
    ${sql.join(parts, sql` union all `)}`.execute(db)
  return Object.fromEntries(found.rows.map(({ name, content }) => [name, content]))
}
